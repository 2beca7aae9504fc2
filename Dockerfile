# One container with everything: API, web application, workers, PostgreSQL and speech recognition.
# Both stages start from this image. It must be a Debian with Node.js 20 or newer and npm.
ARG BASE_IMAGE=node:24-bookworm-slim

FROM ${BASE_IMAGE} AS build
WORKDIR /parley
# The packages from npm and the models are layers of their own: they are downloaded again only when they change.
COPY package.json package-lock.json ./
COPY server/package.json server/
COPY web/package.json web/
COPY sdk/package.json sdk/
COPY packages packages
# The scripts of this project need its sources, which are copied later.
RUN npm pkg delete scripts.postinstall scripts.prepare \
 && npm install --omit=dev --no-audit --no-fund
# The build user's cache is not in the final image, so the models are stored beside the code.
ENV PARLEY_MODELS_DIR=/parley/.models
COPY tools/fetch-models.mjs tools/
RUN node tools/fetch-models.mjs
COPY . .
# The packages that only the build of the web application needs are removed after it.
RUN npm run build -w web \
 && npm prune --omit=dev --ignore-scripts --workspace=server --include-workspace-root \
 && rm -rf web/build web/src web/public sdk/src/*.test.ts

FROM ${BASE_IMAGE}
# A current ffmpeg reads uploads; the one from npm is of 2018. whisper.cpp needs libgomp1.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates ffmpeg libgomp1 \
 && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --user-group --home-dir /data --shell /usr/sbin/nologin parley \
 && install -d -o parley -g parley -m 0700 /data
COPY --from=build /parley /parley
WORKDIR /parley
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    PARLEY_MODELS_DIR=/parley/.models
USER parley
VOLUME /data
EXPOSE 3000
# The first start creates the database, which takes a few seconds.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node_modules/.bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# `docker run … parley admin account create --email …` runs the operator's command.
ENTRYPOINT ["node_modules/.bin/node", "server/launch.mjs"]
CMD ["main"]
