import { Gauge, type Registry } from 'prom-client';

export interface GaugeValue {
  labels: Record<string, string>;
  value: number;
}

const readTimeoutMs = 2_000;

/**
 * A gauge whose values are read at each scrape. If reading fails or times out, the gauge is absent from the scrape
 * and the other metrics are still served.
 */
export function gaugeOnScrape(
  registry: Registry,
  { name, help, labelNames }: { name: string; help: string; labelNames: string[] },
  read: () => Promise<GaugeValue[]>,
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      this.reset();
      for (const { labels, value } of await emptyOnFailure(read())) this.set(labels, value);
    },
  });
}

async function emptyOnFailure(values: Promise<GaugeValue[]>): Promise<GaugeValue[]> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<GaugeValue[]>((resolve) => {
    timer = setTimeout(resolve, readTimeoutMs, []);
  });
  try {
    return await Promise.race([values.catch(() => []), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
