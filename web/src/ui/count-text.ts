import { groupThousands } from '@pematang/contract/format/rupiah'

/** A whole number of things as it is read in Indonesia: '1.250'. */
export const countText = (count: number): string => groupThousands(String(count))
