/** A rate as percent with a comma and only the decimals that it has, at most four: 0.125 becomes '12,5%'. */
export const formatPercent = (fraction: number): string =>
  `${String(Math.round(fraction * 1_000_000) / 10_000).replace('.', ',')}%`
