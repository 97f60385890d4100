import { groupThousands } from '@pematang/contract/format/rupiah'

/** A count in Indonesian format: '1.250'. */
export const countText = (count: number): string => groupThousands(String(count))
