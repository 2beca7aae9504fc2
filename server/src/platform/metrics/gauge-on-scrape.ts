import { Gauge, type Registry } from 'prom-client';
import { withTimeout } from '../../foundation/with-timeout.ts';

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
      const values = await withTimeout(read(), readTimeoutMs).catch(() => []);
      for (const { labels, value } of values) this.set(labels, value);
    },
  });
}
