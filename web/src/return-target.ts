import { paths } from './paths.ts'

/** Screens that only show router state from another screen; a login never returns to them. */
const brought: readonly string[] = [paths.signing, paths.fundingStatus, paths.withdrawStatus]
const guests: readonly string[] = [paths.login, paths.resetPassword]

type Place = { pathname: string; search: string }

/**
 * The router state of the login when a screen was opened without a session: where to go after it. It is stored in the
 * browser's history entry, which no link can set.
 */
export const returnState = ({ pathname, search }: Place): { returnTo?: string } =>
  pathname === paths.portfolio && search === '' ? {} : { returnTo: pathname + search }

/** A path of this app below /lender that a lender returns to after the login, or null for anything else. */
export function returnTarget(state: unknown): string | null {
  const target = (state as { returnTo?: unknown } | null)?.returnTo
  // A second slash, or a character that browsers treat as one, would start a host name.
  if (typeof target !== 'string' || !/^\/(?![/\\])[\x21-\x7e]*$/.test(target)) return null
  const { origin, pathname } = new URL(target, 'https://lender.invalid')
  if (origin !== 'https://lender.invalid') return null
  return [...brought, ...guests].includes(pathname.replace(/\/$/, '')) ? null : target
}

/** The part of the router state that is passed on between the screens for guests. */
export const carriedState = (state: unknown): { returnTo?: string } => {
  const returnTo = returnTarget(state)
  return returnTo === null ? {} : { returnTo }
}
