import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { businessDay } from '../../fields.ts'

/** The five qualities of SEOJK 19/SEOJK.06/2025, best first. */
const qualityName = z.enum(['LANCAR', 'DALAM_PERHATIAN_KHUSUS', 'KURANG_LANCAR', 'DIRAGUKAN', 'MACET'])
export type QualityName = z.infer<typeof qualityName>

/** A quality class with its range of days late. `daysUntil` is null for the worst class, which has no upper limit. */
export const qualityRange = { name: qualityName, daysFrom: z.int(), daysUntil: z.nullable(z.int()) }

/** The platform's TKB figures as the header shows them, e.g. `99,68%` (SEOJK 19/SEOJK.06/2023: TKBn = 100% - TWPn). */
export const getTkb = endpoint({
  operationId: 'getTkb',
  method: 'GET',
  path: '/tkb',
  auth: 'guest',
  summary: 'The platform-wide repayment success rates.',
  answer: z.object({
    TKB90: z.string(),
    TKB60: z.string(),
    TKB30: z.string(),
    TKB0: z.string(),
    description: z.string(),
  }),
  errors: [],
})

/**
 * The unpaid principal of all loans by quality. The shares of the five, e.g. `12,34%`, add up to 100,00%; the first is
 * TKB0, the first two together are TKB30, and so on. Null where nothing is outstanding.
 */
const creditQuality = z.object({
  asOf: businessDay,
  quality: z.array(z.object({ ...qualityRange, share: z.nullable(z.string()) })),
})
export type CreditQuality = z.infer<typeof creditQuality>

export const getCreditQuality = endpoint({
  operationId: 'getCreditQuality',
  method: 'GET',
  path: '/credit-quality',
  auth: 'guest',
  summary: 'The quality of all loans of the platform today, in its five classes.',
  answer: creditQuality,
  errors: [],
})
