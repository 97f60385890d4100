import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { paths } from './paths.ts'
import { routes } from './routes.tsx'
import { moreRoutes } from './routes/more-screens.tsx'

const product = { uploadId: 'PRD-1', totalLoan: 3, totalLoanAmount: 900, loanTypeId: 1 }
const addresses = [
  ...Object.values(paths).flatMap((path) => (typeof path === 'string' ? [path.replace(/\?.*/, '')] : [])),
  paths.marketplaceLoan('MKT-1'),
  paths.selection('SEL-1'),
  paths.bulkList(product),
]

/** The route that shows the screen at a path, in either list; `*` for an unknown path. */
function routeAt(pathname: string): string | undefined {
  const path = matchRoutes(routes, pathname)?.at(-1)?.route.path
  return path === '*' ? matchRoutes(moreRoutes, pathname)?.at(-1)?.route.path : path
}

test.each([...new Set(addresses)])(
  'SCR-03 the path %s opens its screen, and is an unknown URL in upper case',
  (pathname) => {
    expect(routeAt(pathname)).not.toBe('*')
    for (const other of [pathname.toUpperCase(), pathname.replace(/[a-z]/, (letter) => letter.toUpperCase())])
      expect([other, routeAt(other)]).toEqual([other, '*'])
  },
)

test('SCR-03 a loan number in a URL opens the loan screen in lower case too', () => {
  expect(routeAt('/marketplace/loan/mkt-1')).toBe('/marketplace/loan/:loanNumber')
})
