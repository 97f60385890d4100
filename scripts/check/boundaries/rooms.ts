import path from 'node:path'
import type { Finding } from '../findings.ts'
import { isTest } from './layers.ts'
import type { Source } from './source.ts'

/**
 * The house: the districts of the server, the lowest first, each with its rooms, the lowest first. A district may import
 * only districts that come before it, a room only rooms that come before it. Districts without rooms here are free inside.
 */
export const house: Readonly<Record<string, readonly string[]>> = {
  platform: [
    'refusal.ts',
    'random.ts',
    'clock.ts',
    'token.ts',
    'password-hasher.ts',
    'fail-points.ts',
    'pages.ts',
    'pagination.ts',
    'nearer-end.ts',
    'text',
    'csv',
    'settings',
    'batch',
    'threads',
    'keys',
    'db',
    'log',
    'rate-limit',
    'metrics',
    'jobs',
    'audit',
    'passkeys',
    'approvals',
    'commands',
    'http',
    'export',
    'openapi',
  ],
  outside: [
    'read-at-most.ts',
    'bank',
    'document-store',
    'esign',
    'xignature',
    'mail',
    'sms',
    'tsa',
    'call-back',
  ],
  books: ['calendar', 'schedule', 'ledger'],
  documents: ['signature', 'store', 'pdf', 'rendering', 'context.ts', 'timestamp', 'agreements', 'returned'],
  'context.ts': [],
  operator: [],
  staff: ['sessions', 'passkeys', 'people', 'files', 'approvals', 'actions', 'operator'],
  lenders: [
    'limits',
    'notifications',
    'risk-warning',
    'factors',
    'keys',
    'auth',
    'profile',
    'company',
    'factor-changes',
    'key-changes',
    'actions',
    'operator',
  ],
  loans: [
    'files',
    'credit-quality',
    'disbursement',
    'repayment',
    'terms',
    'votes',
    'reversals',
    'overview',
    'notices',
    'offers',
    'take-over',
    'products',
    'actions',
    'operator',
  ],
  cash: [
    'deposit',
    'withdrawal',
    'disbursement-order',
    'estate',
    'tax',
    'reconciliation',
    'clearing',
    'snap',
    'actions',
    'operator',
  ],
  funding: [
    'holdings',
    'mandate',
    'single',
    'concentration',
    'marketplace',
    'saved-searches',
    'selection',
    'signing',
    'bulk',
    'auto',
    'key-proposals',
    'actions',
    'operator',
  ],
  reports: [
    'portfolio',
    'portfolio-report',
    'insight',
    'transactions',
    'statements',
    'balance-confirmation',
    'archive',
    'history',
    'month',
    'feed',
    'events',
    'calls-back',
    'partner',
    'console',
    'operator',
  ],
  audit: ['books', 'check', 'operator'],
  main: [],
}
const districts = Object.keys(house)
/** The places in order: `lenders` itself, where its door stands, comes after all of its rooms. */
const order = districts.flatMap((name) => [...(house[name] ?? []).map((room) => `${name}/${room}`), name])
/** The accepted number of imports that run up; it may only decrease. */
const mostUp = 0

type Graph = ReadonlyMap<string, readonly string[]>

/** Counts the imports between folders, and the imports from a lower to a higher folder, including type imports. */
export function checkRooms(sources: ReadonlyMap<string, Source>): { findings: Finding[]; counts: string } {
  const graph = productGraph(sources)
  const arrows = arrowsBetween(graph, roomOf)
  const between = arrowsBetween(graph, districtOf)
  const up = [...arrows].filter(
    ([, { from, to }]) => order.includes(from) && order.indexOf(from) < order.indexOf(to),
  )
  const unplaced = [...new Set([...graph.keys()].map(roomOf))].filter((room) => !order.includes(room))
  const findings: Finding[] = unplaced.map((room) => ({
    file: `server/src/${room}`,
    message: 'has no place in the house (scripts/check/boundaries/rooms.ts)',
  }))
  if (up.length > mostUp) {
    const message = `${up.length} arrows run up between rooms, at most ${mostUp} may`
    for (const [name, { file }] of up) findings.push({ file, message: `${message}: ${name}` })
  }
  const counts = `${between.size} arrows between districts, ${arrows.size} between rooms, ${up.length} up`
  return { findings, counts }
}

/** The arrows between the parts of the server, for the picture of the house. */
export const districtArrows = (sources: ReadonlyMap<string, Source>) =>
  [...arrowsBetween(productGraph(sources), districtOf).values()].map(({ from, to }) => ({ from, to }))

const districtOf = (file: string): string => file.split('/')[2] ?? ''
/** The room of a file; the district for its door, and for districts that are free inside. */
const roomOf = (file: string): string => {
  const [, , district = '', room = ''] = file.split('/')
  return house[district]?.includes(room) || (house[district]?.length && !room.endsWith('.ts'))
    ? `${district}/${room}`
    : district
}

/** The imports of each product file from other product files. */
function productGraph(sources: ReadonlyMap<string, Source>): Graph {
  const files = [...sources.values()].filter(({ file }) => file.startsWith('server/src/') && !isTest(file))
  const names = new Set(files.map(({ file }) => file))
  return new Map(
    files.map(({ file, imports }) => [
      file,
      imports
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => path.posix.join(path.posix.dirname(file), specifier))
        .filter((target) => names.has(target)),
    ]),
  )
}

/** The imports between places, each pair once, with the first file that has such an import. */
function arrowsBetween(
  graph: Graph,
  placeOf: (file: string) => string,
): Map<string, { from: string; to: string; file: string }> {
  const arrows = new Map<string, { from: string; to: string; file: string }>()
  for (const [file, targets] of graph) {
    for (const target of targets) {
      const [from, to] = [placeOf(file), placeOf(target)]
      const name = `${from} imports ${to}`
      if (from !== to && !arrows.has(name)) arrows.set(name, { from, to, file })
    }
  }
  return arrows
}
