import type { Insight } from '@pematang/contract/reports/insight/endpoints'

/** Whether anything is outstanding: percentages of a zero total would be meaningless. */
export const isMeasured = ({ quality }: Pick<Insight, 'quality'>): boolean =>
  quality.some(({ outstanding }) => outstanding > 0)
