/** An entry of the build's manifest: the file of a module, its styles and its imports. */
export type Chunk = { file: string; css?: string[]; imports?: string[] }
export type Manifest = Record<string, Chunk>

const entry = 'index.html'
const guest = (screen: string) => [`src/routes/${screen}.tsx`]
const lender = (...screens: string[]) => [
  'src/shell/app-layout.tsx',
  ...screens.map((screen) => `src/routes/${screen}.tsx`),
]
const more = (screen: string) => lender('more-screens', screen)
const dashboard = (tab: string) => lender('dashboard', tab)

/** The modules that a screen loads besides the entry, by path below /lender. */
export const routeParts: Readonly<Record<string, readonly string[]>> = {
  '/login': guest('login'),
  '/reset-password': guest('reset-password'),
  '/dashboard/porto': dashboard('dashboard-porto'),
  '/dashboard/user-porto': dashboard('dashboard-user-porto'),
  '/dashboard/transaction-history': dashboard('dashboard-transaction-history'),
  '/marketplace/loan': lender('marketplace-area', 'marketplace-loan'),
  '/marketplace': lender('marketplace-area', 'marketplace'),
  '/marketplace/selection': more('selection'),
  '/auto-funding': more('auto-funding'),
  '/deposit': more('deposit'),
  '/tax': more('tax'),
  '/documents': more('documents'),
  '/perusahaan': more('company'),
  '/persetujuan': more('proposals'),
  '/undangan': guest('invitation'),
  '/pemungutan-suara': more('vote'),
  '/verifikasi': guest('verification'),
  '/bulk-list': more('bulk-list'),
  '/privy': more('privy'),
  '/fundingStatus': more('funding-status'),
  '/withdrawStatus': more('withdraw-status'),
  '/notifications': more('notifications'),
  '/sessions': more('sessions'),
  '/integrasi': more('integration'),
  '/terms': guest('terms'),
}

/** Modules that are probably needed next: fetched when the browser is idle, and executed on use. */
export const laterParts: Readonly<Record<'layout' | 'marketplace', readonly string[]>> = {
  layout: [
    'src/ui/menu-opened.tsx',
    'src/ui/popover-opened.tsx',
    'src/ui/select-opened.tsx',
    'src/features/lenders/notifications/panel.tsx',
    'src/routes/marketplace-area.tsx',
    'src/routes/more-screens.tsx',
  ],
  marketplace: [
    'src/features/funding/single/funding-flow.tsx',
    'src/features/funding/selection/selection-flow.tsx',
    'src/features/funding/marketplace/bulk-list.tsx',
    'src/routes/marketplace/loan-panel.tsx',
  ],
}

const everywhere = ['/tkb', '/lender/profile', '/notices']
/** The summary comes first, because its balance is shown before the scripts have loaded. */
const dashboardCalls = [
  '/lender/summary',
  ...everywhere,
  '/lender/requirements',
  '/funding/bulk/progress',
  '/portfolio/overview',
]

/**
 * The calls that the screen of an address makes first when it opens without a query, below the base of the API. The
 * page makes them before its scripts have loaded; first-paint.e2e.ts checks that the screen asks for the same.
 */
export const firstCalls: Readonly<Record<string, readonly string[]>> = {
  '/dashboard/porto': [...dashboardCalls, '/portfolio?name=&loanNumber=&loanStatus=&sort=&page=1&limit=10'],
  '/dashboard/user-porto': [...dashboardCalls, '/user-portfolio?name=&sort=&page=1&limit=10'],
  '/dashboard/transaction-history': [
    ...dashboardCalls,
    '/transactions?type=&status=&startDate=&endDate=&reference=&page=1&limit=10',
  ],
  '/marketplace': [
    ...everywhere,
    '/loan-types',
    '/marketplace?limit=10&flag=web&tenor=&loanTypeId=&page=1',
    '/marketplace/bulk?limit=10&page=1&flag=web',
  ],
  '/deposit': ['/lender/summary', ...everywhere],
}

/**
 * The script and style files of the entry and these modules, with everything they import statically.
 * @throws Error when the manifest does not know one of them
 */
export function filesOf(manifest: Manifest, modules: readonly string[]): Set<string> {
  const files = new Set<string>()
  const follow = (name: string) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build manifest has no ${name}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const css of chunk.css ?? []) files.add(css)
    for (const next of chunk.imports ?? []) follow(next)
  }
  for (const name of [entry, ...modules]) follow(name)
  return files
}
