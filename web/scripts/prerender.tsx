import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { provideConfig } from '../src/config.ts'
import { paths } from '../src/paths.ts'
import { App } from '../src/routes.tsx'
import { LayoutSkeleton } from '../src/shell/layout-skeleton.tsx'
import { filesOf, firstCalls, laterParts, type Manifest, routeParts } from './route-parts.ts'

// What the server asks of a build when it makes its pages (server/src/main/page): built beside the files of the browser,
// as one module that runs in Node.

const base = '/lender'

const draw = async (address: string, what: ReactNode): Promise<string> => {
  const { prelude } = await prerenderToNodeStream(
    <StaticRouter basename={base} location={base + address}>
      {what}
    </StaticRouter>,
  )
  // React would have pictures fetched at once; here it is the markup that has to be what the app draws.
  return (await text(prelude)).replace(/^(<link [^>]*>)+/, '')
}

/** The known address that a path below /lender begins with; the empty one where there is none. */
export const addressOf = (path: string): string =>
  Object.keys(routeParts).find((address) => path === address || path.startsWith(`${address}/`)) ?? ''

const scripts = (files: Iterable<string>) => [...files].filter((file) => file.endsWith('.js'))

/** The script files that the screen of an address needs; of an unknown one, what every screen needs. */
export const scriptsOf = (manifest: Manifest, address: string): string[] =>
  scripts(filesOf(manifest, routeParts[address] ?? []))

/** The script files of what a lender presses next, by the part of the app that asks for them. */
export const laterScripts = (manifest: Manifest): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(laterParts).map(([part, modules]) => [part, scripts(filesOf(manifest, modules))]),
  )

/** The calls that the screen of an address makes first, for a lender with a session. Unknown ones lead to the portfolio. */
export const callsOf = (address: string): readonly string[] =>
  firstCalls[address === '' ? paths.portfolio : address] ?? []

/**
 * The login form as the app itself draws it, so that React takes it over; and for a lender with a session the layout of the
 * address, or of the portfolio, to which a login leads.
 */
export async function drawFirst(address: string, config: unknown): Promise<{ login: string; shell: string }> {
  provideConfig(config)
  const shellAt = address === '' || address === paths.login ? paths.portfolio : address
  return { login: await draw(paths.login, <App />), shell: await draw(shellAt, <LayoutSkeleton />) }
}
