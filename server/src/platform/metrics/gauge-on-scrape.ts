import { Gauge, type Registry } from 'prom-client';

export interface GaugeValue {
  labels: Record<string, string>;
  value: number;
}

const patienceMs = 2_000;

/**
 * A gauge whose values are read when somebody asks for them. While they can't be read it is absent, so that the rest is
 * told all the same.
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
      for (const { labels, value } of await within(read())) this.set(labels, value);
    },
  });
}

async function within(values: Promise<GaugeValue[]>): Promise<GaugeValue[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<GaugeValue[]>((resolve) => {
    timer = setTimeout(resolve, patienceMs, []);
  });
  try {
    return await Promise.race([values.catch(() => []), late]);
  } finally {
    clearTimeout(timer);
  }
}
