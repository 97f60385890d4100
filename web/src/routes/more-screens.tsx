import { matchPath, Navigate, type RouteObject, useRoutes } from 'react-router'
import { paths } from '../paths.ts'
import { type LazyPart, lazyScreen } from '../ui/lazy-part.tsx'

/** The screens behind the login that no visit starts with, by their route. */
const screens: readonly (readonly [string, LazyPart])[] = [
  [paths.autoFunding, lazyScreen(() => import('./auto-funding.tsx'))],
  [paths.deposit, lazyScreen(() => import('./deposit.tsx'))],
  [paths.documents, lazyScreen(() => import('./documents.tsx'))],
  ['/pemungutan-suara/:voteId', lazyScreen(() => import('./vote.tsx'))],
  ['/tax', lazyScreen(() => import('./tax.tsx'))],
  [
    '/bulk-list/:upload_secure_id/:total_loan/:total_loan_amount/:loan_type_id',
    lazyScreen(() => import('./bulk-list.tsx')),
  ],
  ['/marketplace/selection/:selectionId', lazyScreen(() => import('./selection.tsx'))],
  [paths.signing, lazyScreen(() => import('./privy.tsx'))],
  [paths.fundingStatus, lazyScreen(() => import('./funding-status.tsx'))],
  [paths.withdrawStatus, lazyScreen(() => import('./withdraw-status.tsx'))],
  [paths.integration, lazyScreen(() => import('./integration.tsx'))],
  [paths.sessions, lazyScreen(() => import('./sessions.tsx'))],
  ['/notifications/:part?', lazyScreen(() => import('./notifications.tsx'))],
]

/** Fetches the code of the screen at a path below /lender, if it is one of these. */
export async function preloadScreen(pathname: string): Promise<void> {
  await screens.find(([route]) => matchPath({ path: route, caseSensitive: true }, pathname))?.[1].preload()
}

export const moreRoutes: RouteObject[] = [
  ...screens.map(([path, Screen]) => ({ path, caseSensitive: true, element: <Screen /> })),
  { path: '*', element: <Navigate to={paths.portfolio} replace /> },
]

/**
 * Their list is kept out of the login script, which must stay small. Any unknown path leads to the portfolio.
 */
export default function MoreScreens() {
  return useRoutes(moreRoutes)
}
