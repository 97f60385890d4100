import { type Endpoints, endpoints } from '@pematang/contract/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { createAuthenticator } from '../lenders/auth/index.ts'
import { bindEndpoints, type Handlers } from '../platform/http/bind.ts'
import { collect, load } from './collect.ts'
import { type AnyDistrict, type districts, everyDistrict } from './districts.ts'
import { lenderTools } from './lender-tools.ts'

export const apiPrefix = '/api/v1'

/** The handlers that the modules of all districts bring, by their types. */
type RoutesOf<One> = One extends { routes: () => readonly Promise<infer Module>[] }
  ? Module extends { routes: (...given: never) => infer Handled }
    ? Handled
    : never
  : never
type Every<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never
type Brought = Every<RoutesOf<(typeof districts)[number]>>

/** Binds every call of the contract to its handler. A call without a handler does not compile. */
export async function bindRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const handlers: Handlers<Endpoints> = (await handlersOf(everyDistrict, context)) as Brought
  bindEndpoints(app, apiPrefix, endpoints, handlers, {
    lenders: createAuthenticator(context),
    db: context.db,
    config: context.config,
  })
}

export async function handlersOf(list: readonly AnyDistrict[], context: Context): Promise<object> {
  const modules = await load(list, ({ routes }) => routes)
  const tools = lenderTools(list)
  const brought = modules.map(({ district, part }) => ({
    district,
    part: Object.fromEntries<unknown>(Object.entries(part.routes(context, tools))),
  }))
  return Object.fromEntries(collect('the handler of the call', brought))
}
