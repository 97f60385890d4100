import { type PartnerEndpoints, partnerEndpoints } from '@pematang/contract/partner-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { feedAuthenticator, keyAuthenticator } from '../lenders/index.ts'
import { bindEndpoints, type Handlers } from '../platform/http/bind.ts'
import { partnerPrefix } from '../platform/http/problem.ts'
import { collect, load } from './collect.ts'
import { type districts, everyDistrict } from './districts.ts'

type RoutesOf<One> = One extends { partnerRoutes: () => readonly Promise<infer Module>[] }
  ? Module extends { partnerRoutes: (...given: never) => infer Handled }
    ? Handled
    : never
  : never
type Every<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never
type Brought = Every<RoutesOf<(typeof districts)[number]>>

/** Binds every call with a key to its handler. A call without a handler does not compile. */
export async function bindPartner(app: FastifyInstance, context: Context): Promise<void> {
  const modules = await load(everyDistrict, ({ partnerRoutes }) => partnerRoutes)
  const brought = modules.map(({ district, part }) => ({
    district,
    part: Object.fromEntries<unknown>(Object.entries(part.partnerRoutes(context))),
  }))
  const all: object = Object.fromEntries(collect('the handler of the call', brought))
  const handlers: Handlers<PartnerEndpoints> = all as Brought
  const { db, config } = context
  bindEndpoints(app, partnerPrefix, partnerEndpoints, handlers, {
    keys: keyAuthenticator(context),
    feed: feedAuthenticator(context),
    db,
    config,
  })
}
