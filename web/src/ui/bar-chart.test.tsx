// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { BarChart } from './bar-chart.tsx';

afterEach(cleanup);

const bars = [0, 5, 10].map((value, index) => ({
  key: `day ${index}`,
  label: `Nov ${index + 1}`,
  description: `Nov ${index + 1}: ${value} requests`,
  value,
}));

test('screen readers get every value, and the bars have their share of the axis', () => {
  render(<BarChart label="Requests by day" bars={bars} ticks={[0, 10, 20]} formatTick={String} />);
  const items = screen.getAllByRole('listitem').filter((item) => item.textContent?.includes('requests'));
  expect(items.map((item) => item.textContent)).toEqual(bars.map(({ description }) => description));
  const heights = items.map((item) => (item.lastElementChild as HTMLElement).style.height);
  expect(heights).toEqual(['0%', '25%', '50%']);
});
