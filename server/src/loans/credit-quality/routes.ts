import type { Context } from '../../context.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { measureNow } from './measure.ts'
import { singleFlight } from './single-flight.ts'
import { qualityTexts, tkbTexts } from './tkb.ts'

/** How long a result is cached, milliseconds. The routes are public and have no rate limit. */
const freshFor = 5_000

export function routes(context: Context): Routes<'getTkb' | 'getCreditQuality'> {
  const measure = singleFlight(context.clock, freshFor, () => measureNow(context.db))
  return {
    getTkb: async () => tkbTexts(await measure()),
    getCreditQuality: async () => qualityTexts(await measure()),
  }
}
