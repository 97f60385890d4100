import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { provideConfig } from '../src/config.ts'
import { paths } from '../src/paths.ts'
import { App } from '../src/routes.tsx'
import { FirstScreen } from '../src/routes/first-screen.tsx'
import { LayoutSkeleton } from '../src/shell/layout-skeleton.tsx'
import { filesOf, firstCalls, laterParts, type Manifest, routeParts } from './route-parts.ts'

// The functions of a build with which the server composes its pages (server/src/main/page), bundled as one module for
// Node.

const base = '/lender'

const draw = async (address: string, what: ReactNode): Promise<string> => {
  const { prelude } = await prerenderToNodeStream(
    <StaticRouter basename={base} location={base + address}>
      {what}
    </StaticRouter>,
  )
  // Prevents React from adding preloads for pictures, because the markup must equal what the app renders.
  return (await text(prelude)).replace(/^(<link [^>]*>)+/, '')
}

/** The known route with which a path below /lender begins; empty if there is none. */
export const addressOf = (path: string): string =>
  Object.keys(routeParts).find((address) => path === address || path.startsWith(`${address}/`)) ?? ''

const scripts = (files: Iterable<string>) => [...files].filter((file) => file.endsWith('.js'))

/** The script files of the screen at a path; for an unknown path those that every screen needs. */
export const scriptsOf = (manifest: Manifest, address: string): string[] =>
  scripts(filesOf(manifest, routeParts[address] ?? []))

/** The script files that are probably needed next, by part of the app. */
export const laterScripts = (manifest: Manifest): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(laterParts).map(([part, modules]) => [part, scripts(filesOf(manifest, modules))]),
  )

/**
 * The calls that the screen of an address makes first, for a lender with a session. Unknown ones lead to the portfolio.
 */
export const callsOf = (address: string): readonly string[] =>
  firstCalls[address === '' ? paths.portfolio : address] ?? []

/**
 * The login form exactly as the app renders it, so that React can hydrate it, and the layout for a lender with a
 * session: that of the path, or that of the portfolio if the path is the login.
 */
export async function drawFirst(address: string, config: unknown): Promise<{ login: string; shell: string }> {
  provideConfig(config)
  const shellAt = address === '' || address === paths.login ? paths.portfolio : address
  const shell = (
    <LayoutSkeleton>
      <FirstScreen address={shellAt} />
    </LayoutSkeleton>
  )
  return { login: await draw(paths.login, <App />), shell: await draw(shellAt, shell) }
}
