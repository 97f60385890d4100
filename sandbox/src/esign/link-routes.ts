import type { FastifyInstance } from 'fastify'
import { type AskedByLink, openLink } from './links.ts'
import { endedPage } from './page/ended-page.ts'
import { signPage } from './page/sign-page.ts'
import { sendPage } from './page-routes.ts'
import type { Provider } from './provider.ts'

type Query = Record<string, string | string[] | undefined>

const statusOf: Partial<Record<string, number>> = { unknown: 404, 'other-signer': 403, 'no-place': 422 }

/**
 * The signing page at the path that Privy's SDK uses: GET /doc/:token with page, x, y, fixed and privyId. The page
 * includes this token in its messages to the app.
 */
export function linkRoutes(provider: Provider) {
  const { appOrigin } = provider.config
  return async (app: FastifyInstance): Promise<void> => {
    app.get<{ Params: { token: string }; Querystring: Query }>('/:token', async (request, reply) => {
      const { token } = request.params
      const asked = readAsked(request.query)
      const opened =
        asked === null
          ? ({ kind: 'closed', because: 'no-place' } as const)
          : await openLink(provider, token, asked)
      if (opened.kind === 'open') {
        return sendPage(provider, reply, 200, signPage({ ...opened, shownToken: token, appOrigin }))
      }
      return sendPage(provider, reply, statusOf[opened.because] ?? 410, endedPage(opened.because))
    })
  }
}

/**
 * Parses the parameters of the URL.
 * @returns null for an invalid number; empty, missing and unknown parameters are ignored
 */
function readAsked(query: Query): AskedByLink | null {
  const text = (name: string): string => {
    const value = query[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  const number = (name: string) => (text(name) === '' ? null : Number(text(name)))
  const place = { page: number('page'), x: number('x'), y: number('y') }
  if (Object.values(place).some((value) => value !== null && !Number.isFinite(value))) return null
  const fixed = { true: true, false: false }[text('fixed')] ?? null
  return { ...place, fixed, privyId: text('privyId') }
}
