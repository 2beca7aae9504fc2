"""Trains how the mood vectors are pooled and writes server/src/platform/ai/sentiment/mood/pooling.json.

Python is needed for this only, because the training takes minutes with JAX and hours without it:

    python3 -m venv venv && venv/bin/pip install jax==0.10.2 optax==0.2.8 onnx==1.23.2 onnxruntime==1.31.1 tokenizers==0.23.3
    venv/bin/python tools/train-mood-vectors.py <folder with the embedding model>
    npm run sentiment:train

The public texts are those that the authors of VADER rated (MIT licence). They are in the source archive of its Python package.
"""

import ast
import base64
import hashlib
import html
import io
import json
import sys
import tarfile
import urllib.request
from math import erf, sqrt
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax

ARCHIVE = (
    "https://files.pythonhosted.org/packages/77/8c/"
    "4a48c10a50f750ae565e341e697d74a38075a3e43ff0df6f1ab72e186902/vaderSentiment-3.3.2.tar.gz"
)
ARCHIVE_SHA256 = "5d7c06e027fc8b99238edb0d53d970cf97066ef97654009890b83703849632f9"
TEXTS = Path(__file__).parent.parent / "server/src/platform/ai/sentiment"
LABELS = ["negative", "neutral", "positive"]
# The fourth of six layers. Later layers hold more topic and less mood.
LAYER = "/encoder/layer.3/output/LayerNorm/Add_1_output_0"
# How many texts of each source are used. News and films are far from interviews.
SOURCES = {"amazonReviewSnippets": 9999, "movieReviewSnippets": 3500, "nytEditorialSnippets": 800, "tweets": 9999}
PUBLIC_TOKENS_MAX = 48
OWN_TOKENS_MAX = 128
# Public texts that only measure.
MEASURED = 800
UNITS, QUERIES = 48, 4
SEEDS = (0, 7)
EPOCHS = 5
RATE = 3e-3
OWN_WEIGHT = 2.0
PADDED_LENGTHS = (24, 48, 128)
BATCH_TOKENS = 3072


def read_public():
    """Texts with a distribution over the labels and the mean rating, from -4 to 4."""
    content = urllib.request.urlopen(ARCHIVE).read()
    assert hashlib.sha256(content).hexdigest() == ARCHIVE_SHA256, "The archive is not the expected one."
    outer = tarfile.open(fileobj=io.BytesIO(content))
    name = "vaderSentiment-3.3.2/additional_resources/hutto_ICWSM_2014.tar.gz"
    archive = tarfile.open(fileobj=io.BytesIO(outer.extractfile(name).read()))

    def lines(file):
        return archive.extractfile(f"hutto_ICWSM_2014/{file}").read().decode("utf-8-sig", "replace").split("\n")

    texts = []
    for source in SOURCES:
        ratings = {}
        for line in lines(f"{source}_anonDataRatings.txt"):
            columns = line.rstrip("\r").split("\t")
            if len(columns) == 4:
                ratings[columns[0]] = np.array(ast.literal_eval(columns[3]))
        for line in lines(f"{source}_GroundTruth.txt"):
            columns = line.rstrip("\r").split("\t", 2)
            if len(columns) < 3:
                continue
            text = html.unescape(columns[2]).replace("''", '"').strip()
            mean = float(columns[1])
            # The ratings of tweets have other ids than their texts.
            own = None if source == "tweets" else ratings.get(columns[0])
            texts.append((text, distribution_of(mean, own), source, mean))
    return texts


def distribution_of(mean, ratings):
    below = lambda limit: 0.5 * (1 + erf((limit - mean) / 0.9 / sqrt(2)))
    shares = [below(-0.5), below(0.5) - below(-0.5), 1 - below(0.5)]
    if ratings is None:
        return shares
    found = [(ratings < 0).mean(), (ratings == 0).mean(), (ratings > 0).mean()]
    return [(a + b) / 2 for a, b in zip(shares, found)]


def read_own():
    """The remarks and the stories. The turns of interviews train the heads only, so that a study can be left out there."""
    return [
        (line, label)
        for folder in ("training", "stories")
        for label, name in enumerate(LABELS)
        for line in (TEXTS / folder / f"{name}.txt").read_text().splitlines()
        if line.strip()
    ]


def create_encoder(folder):
    """Returns functions for the tokens of a text and for their vectors after the layer."""
    import onnx
    import onnxruntime
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(f"{folder}/all-MiniLM-L6-v2-tokenizer.json")
    tokenizer.no_padding()
    tokenizer.no_truncation()
    model = onnx.load(f"{folder}/all-MiniLM-L6-v2-q8.onnx")
    model.graph.output.append(onnx.helper.make_tensor_value_info(LAYER, onnx.TensorProto.FLOAT, None))
    session = onnxruntime.InferenceSession(model.SerializeToString())

    def tokens_of(text):
        return tokenizer.encode(text).ids

    def states_of(tokens, limit):
        ids = np.array([tokens if len(tokens) <= limit else tokens[: limit - 1] + tokens[-1:]], dtype=np.int64)
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        return session.run([LAYER], inputs)[0][0].astype(np.float16)

    return tokens_of, states_of


def read_states(folder):
    tokens_of, states_of = create_encoder(folder)
    public = read_public()
    kept, counts = [], {}
    for i in np.random.default_rng(1).permutation(len(public)):
        text, _, source, _ = public[i]
        tokens = tokens_of(text)
        if len(tokens) > PUBLIC_TOKENS_MAX:
            continue
        counts[source] = counts.get(source, 0) + 1
        if counts[source] <= SOURCES[source]:
            kept.append((public[i], states_of(tokens, PUBLIC_TOKENS_MAX)))
    own = [(label, states_of(tokens_of(text), OWN_TOKENS_MAX)) for text, label in read_own()]
    return kept, own


def initial(seed):
    random = np.random.default_rng(seed)
    normal = lambda *shape, factor=1.0: jnp.asarray(random.normal(0, factor / np.sqrt(shape[0]), shape), jnp.float32)
    outputs = UNITS * QUERIES
    return {
        "weights": normal(384, UNITS),
        "bias": jnp.zeros(UNITS),
        "queries": normal(UNITS, QUERIES, factor=0.1),
        # Raters of public texts judge differently from us, so each has an output layer.
        "own": normal(outputs, 3, factor=0.1),
        "own_bias": jnp.zeros(3),
        "public": normal(outputs, 3, factor=0.1),
        "public_bias": jnp.zeros(3),
    }


def pool(network, states, mask, key=None):
    """The same as pooling.ts in packages/embeddings, and in training some tokens and values are left out."""
    if key is not None:
        states = states * jax.random.bernoulli(jax.random.fold_in(key, 0), 0.9, states.shape[:2] + (1,))
    units = jax.nn.gelu(states @ network["weights"] + network["bias"])
    fits = units @ network["queries"] + (1 - mask[..., None]) * -1e9
    vector = jnp.einsum("btk,bth->bkh", jax.nn.softmax(fits, 1), units).reshape(states.shape[0], -1)
    if key is not None:
        vector = vector * jax.random.bernoulli(jax.random.fold_in(key, 1), 0.7, vector.shape) / 0.7
    return vector


def loss(network, states, mask, weight, expected, is_public, key):
    vector = pool(network, states, mask, key)
    logits = jnp.where(
        is_public[:, None] > 0,
        vector @ network["public"] + network["public_bias"],
        vector @ network["own"] + network["own_bias"],
    )
    return -(weight * (expected * jax.nn.log_softmax(logits)).sum(-1)).sum() / weight.sum()


def batches(states, random=None):
    by_length, found = {}, []
    for i, one in enumerate(states):
        by_length.setdefault(next(length for length in PADDED_LENGTHS if len(one) <= length), []).append(i)
    for length, members in by_length.items():
        if random is not None:
            random.shuffle(members)
        size = BATCH_TOKENS // length
        found += [(length, size, members[at : at + size]) for at in range(0, len(members), size)]
    if random is not None:
        random.shuffle(found)
    return found


def padded(states, length, size, members):
    values = np.zeros((size, length, 384), np.float32)
    mask = np.zeros((size, length), np.float32)
    mask[len(members) :, 0] = 1
    for row, i in enumerate(members):
        values[row, : len(states[i])] = states[i]
        mask[row, : len(states[i])] = 1
    return values, mask


def train(states, expected, is_public, weight, seed):
    random = np.random.default_rng(seed)
    steps = EPOCHS * len(batches(states))
    schedule = optax.warmup_cosine_decay_schedule(0, RATE, steps // 10, steps, RATE * 0.02)
    optimizer = optax.adamw(schedule, weight_decay=0.05)
    network = initial(seed)
    memory = optimizer.init(network)

    @jax.jit
    def step(network, memory, *batch):
        value, gradient = jax.value_and_grad(loss)(network, *batch)
        updates, memory = optimizer.update(gradient, memory, network)
        return optax.apply_updates(network, updates), memory, value

    done = 0
    for epoch in range(EPOCHS):
        losses = []
        for length, size, members in batches(states, random):
            values, mask = padded(states, length, size, members)
            fill = lambda source, shape: np.concatenate([source[members], np.zeros((size - len(members), *shape))])
            key = jax.random.fold_in(jax.random.key(seed), done)
            batch = (values, mask, fill(weight, ()), fill(expected, (3,)), fill(is_public, ()), key)
            network, memory, value = step(network, memory, *batch)
            losses.append(float(value))
            done += 1
        print(f"Seed {seed}, epoch {epoch + 1}: loss {np.mean(losses):.4f}", flush=True)
    return network


def polarity_of(network, states, means):
    """The share of texts with a clear rating whose direction is found."""
    run = jax.jit(lambda values, mask: pool(network, values, mask))
    found = np.zeros((len(states), 3))
    for length, size, members in batches(states):
        vectors = run(*padded(states, length, size, members))
        found[members] = np.asarray(vectors @ network["public"] + network["public_bias"])[: len(members)]
    clear = np.abs(means) > 0.5
    return ((found[:, 2] > found[:, 0]) == (means > 0))[clear].mean()


def main(public, own):
    rest = public[MEASURED:]
    states = [one for _, one in rest] + [one for _, one in own]
    expected = np.array([text[1] for text, _ in rest] + [np.eye(3)[label] for label, _ in own], np.float32)
    is_public = np.array([1.0] * len(rest) + [0.0] * len(own), np.float32)
    weight = np.where(is_public > 0, 1.0, OWN_WEIGHT).astype(np.float32)
    encode = lambda values: base64.b64encode(np.asarray(values, "<f4").tobytes()).decode()
    members = []
    for seed in SEEDS:
        network = train(states, expected, is_public, weight, seed)
        measured = public[:MEASURED]
        share = polarity_of(network, [one for _, one in measured], np.array([text[3] for text, _ in measured]))
        print(f"Seed {seed}: right direction on {share:.3f} of the public texts that were left out.")
        members.append({name: encode(network[name]) for name in ("weights", "bias", "queries")})
    (TEXTS / "mood").mkdir(exist_ok=True)
    (TEXTS / "mood/pooling.json").write_text(json.dumps({"layer": LAYER, "members": members}) + "\n")


if __name__ == "__main__":
    main(*read_states(sys.argv[1]))
