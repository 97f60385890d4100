import { type ConsoleEndpoints, consoleEndpoints } from '@pematang/contract/console-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { bindEndpoints, type Handlers } from '../platform/http/bind.ts'
import { consoleOrigin } from '../platform/settings/config.ts'
import { staffAuthenticator } from '../staff/index.ts'
import { collect, load } from './collect.ts'
import { gatedCommands } from './console/gated-commands.ts'
import { consoleRoutes as ownRoutes } from './console/routes.ts'
import { type AnyDistrict, type districts, everyDistrict } from './districts.ts'

export const consolePrefix = '/api/console'

type RoutesOf<One> = One extends { consoleRoutes: () => readonly Promise<infer Module>[] }
  ? Module extends { consoleRoutes: (...given: never) => infer Handled }
    ? Handled
    : never
  : never
type Every<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never
type Brought = Every<RoutesOf<(typeof districts)[number]>>

/** Binds every call of the console to its handler. A call without a handler does not compile. */
export async function bindConsole(app: FastifyInstance, context: Context): Promise<void> {
  // What needs every district cannot be brought by one of them.
  const handlers: Handlers<ConsoleEndpoints> = {
    ...((await consoleHandlersOf(everyDistrict, context)) as Brought),
    ...ownRoutes(context),
  }
  bindEndpoints(app, consolePrefix, consoleEndpoints, handlers, {
    staff: staffAuthenticator(context),
    db: context.db,
    config: context.config,
    secure: consoleOrigin(context.config).startsWith('https:'),
  })
}

async function consoleHandlersOf(list: readonly AnyDistrict[], context: Context): Promise<object> {
  const modules = await load(list, ({ consoleRoutes }) => consoleRoutes)
  const brought = modules.map(({ district, part }) => ({
    district,
    part: Object.fromEntries<unknown>(Object.entries(part.consoleRoutes(context, { findCommand }))),
  }))
  return Object.fromEntries(collect('the handler of the call', brought))
}

const findCommand = async (operation: string) => (await gatedCommands()).get(operation)
