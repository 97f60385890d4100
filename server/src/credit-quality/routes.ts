import type { Context } from '../context.ts'
import type { Routes } from '../platform/http/routes.ts'
import { measureNow } from './measure.ts'
import { singleFlight } from './single-flight.ts'
import { qualityTexts, tkbTexts } from './tkb.ts'

/** Milliseconds. The routes are public and have no rate limit, so the loans are read at most once in this time. */
const freshFor = 5_000

export function creditQualityRoutes(context: Context): Routes<'getTkb' | 'getCreditQuality'> {
  const measure = singleFlight(context.clock, freshFor, () => measureNow(context.db))
  return {
    getTkb: async () => tkbTexts(await measure()),
    getCreditQuality: async () => qualityTexts(await measure()),
  }
}
