import type { Context } from '../context.ts'
import type { Routes } from '../platform/http/routes.ts'
import { sharedReading } from './shared-reading.ts'
import { getTkb } from './tkb.ts'

/** Anybody may ask as often as he likes: the loans are read once in so many milliseconds at most. */
const freshFor = 5_000

export const creditQualityRoutes = (context: Context): Routes<'getTkb'> => ({
  getTkb: sharedReading(context.clock, freshFor, () => getTkb(context)),
})
