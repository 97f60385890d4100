import path from 'node:path'
import type { Import } from './source.ts'

type Edge = Pick<Import, 'specifier' | 'typeOnly'>

/**
 * The workspaces that a workspace may import. Those that are not listed (scripts, deploy, e2e, proof, bench) may import any.
 */
const workspaces: Record<string, readonly string[]> = {
  contract: ['contract'],
  server: ['server', 'contract'],
  sandbox: ['sandbox'],
  web: ['web', 'contract'],
}

/** What these never import, although they may import any other: the proof stands above them. */
const proofs: Record<string, readonly string[]> = { deploy: ['proof', 'bench'], bench: ['proof'] }

/**
 * The layers of the web app by number: an import goes to a lower layer or stays in its own. The console of the staff is
 * above all of them, so that nothing of it comes to lenders.
 */
const floors: Record<string, number> = { ui: 0, styles: 0, features: 2, shell: 3, routes: 4, console: 6 }
const floorOf = (room: string): number => floors[room] ?? (/^(main|routes)\.tsx$/.test(room) ? 5 : 1)

/** The part of the server that composes the others and may reach into any of them. */
const composer = 'main'

/** Folders beside the product's source, and the only districts that may import them. */
const besides: Record<string, readonly string[]> = { database: ['main'], demo: ['main'] }

/** What each of these lowest districts may import from the server; platform/ has no business logic. */
const reach: Record<string, readonly string[]> = {
  platform: [],
  outside: ['platform'],
  books: ['platform'],
  'books/schedule': [],
}
/** Districts whose files any district may import; of the others only the door. */
const common = new Set(['platform', 'outside', 'context.ts', 'operator'])

export const isTest = (file: string): boolean =>
  /\.test\.tsx?$/.test(file) || /\/testing(\/|\.ts$)/.test(file)

/** Why this import is not allowed in this file (a path from the root), or null. */
export function breach(file: string, { specifier, typeOnly }: Edge): string | null {
  const from = file.split('/')
  const workspace = from[0] ?? ''
  const target = resolve(file, specifier)
  if (file.startsWith(model)) return outsideModel(target, { specifier, typeOnly })
  if (target === null) return outsidePackage(workspace, specifier, isTest(file))
  const between = betweenWorkspaces(file, specifier, target)
  if (between !== null) return between
  if (target[0] === 'server')
    return isProduct(file) ? insideServer(from, target) : pastDoorOfTests(file, target)
  return workspace === 'web' ? insideWeb(from, target, typeOnly, isTest(file)) : null
}

function betweenWorkspaces(file: string, specifier: string, [other = '']: string[]): string | null {
  const workspace = file.split('/')[0] ?? ''
  const allowed = workspaces[workspace]
  const isOpen = allowed === undefined || allowed.includes(other) || (isTest(file) && other === 'scripts')
  if (!isOpen || proofs[workspace]?.includes(other))
    return `${workspace}/ may not import ${other}/ (${specifier})`
  if (specifier.startsWith('.') && other !== workspace && allowed && !isTest(file)) {
    return `another workspace is imported by its name, not by a path (${specifier})`
  }
  return null
}

/** The folder of the independent second implementation of the business rules (docs/proof.md). */
const model = 'proof/src/model/'

/**
 * The model imports only itself and types of the contract, so that it shares no code with the product that it checks.
 */
function outsideModel(target: string[] | null, { specifier, typeOnly }: Edge): string | null {
  if (target?.join('/').startsWith(model)) return null
  if (typeOnly && target?.[0] === 'contract') return null
  return `${model} imports itself and types of contract/, nothing else (${specifier})`
}

function outsidePackage(workspace: string, specifier: string, test: boolean): string | null {
  if (workspace !== 'contract' || /^zod(\/|$)/.test(specifier)) return null
  if (test && /^(node:|vitest$|fast-check$)/.test(specifier)) return null
  return `contract/ imports zod and nothing else (${specifier})`
}

/**
 * The file or folder that an import refers to, as the parts of a path from the root; null for a package of npm or of
 * Node.
 */
export function resolve(file: string, specifier: string): string[] | null {
  if (specifier.startsWith('.')) {
    return path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, '')).split('/')
  }
  const own = /^@pematang\/([^/]+)(?:\/(.*))?$/.exec(specifier)
  return own ? [own[1] ?? '', 'src', ...(own[2] ?? 'index').split('/')] : null
}

const isProduct = (file: string): boolean => file.startsWith('server/src/') && !isTest(file)

/** Tests, tools and the demo enter a district through its doors; a test that lies in a district knows its rooms. */
function pastDoorOfTests(file: string, target: string[]): string | null {
  const [, place, district = ''] = target
  const door = target.slice(3).join('/')
  if (place !== 'src' || common.has(district)) return null
  if (file.startsWith(`server/src/${district}/`)) return null
  if (['index.ts', 'operator/index.ts'].includes(door)) return null
  // The worker loads the demo.
  const isForTests = !file.startsWith('server/demo/') || isTest(file)
  if (isForTests && door === 'testing.ts') return null
  const doors = isForTests ? 'index.ts or testing.ts' : 'index.ts'
  return `${district}/ is entered through ${district}/${doors}, not through ${district}/${door}`
}

function insideServer(from: string[], target: string[]): string | null {
  const district = from[2] ?? ''
  const other = target[2] ?? ''
  if (target[1] !== 'src') return besideTheSource(district, target[1] ?? '')
  const to = target.slice(2).join('/')
  if (isTest(target.join('/'))) return `${to} is for tests and tools`
  if (district === other) return insideDistrict(from, target)
  if (district === composer) return null
  if (other === composer) return `main/ composes the server; nothing below it imports it (${to})`
  const only = reach[`${district}/${from[3]}`] ?? reach[district]
  if (only) {
    return only.includes(other)
      ? null
      : `${district}/ imports ${only.join(', ') || 'nothing above it'} (${to})`
  }
  return pastTheDoor(from, other, to)
}

/** From one district to another: through the door. */
function pastTheDoor(from: string[], other: string, to: string): string | null {
  if (common.has(other) || to === `${other}/index.ts`) return null
  // The commands of a district have a door of their own, so that a server does not load the command line.
  if (from[3] === 'operator' && to === `${other}/operator/index.ts`) return null
  return `${other}/ is reached through its one door, ${other}/index.ts, not through ${to}`
}

/** Inside its district a room that has a door is reached through it; its commands and actions may reach into any room. */
function insideDistrict(from: string[], target: string[]): string | null {
  const [, , district = '', room = ''] = from
  const other = target[3] ?? ''
  const to = target.slice(2).join('/')
  if (common.has(district) || district === composer || room === other || from.length === 4) return null
  if (target.length === 4) {
    return other === 'index.ts' ? `${district}/ does not enter through its own door (${to})` : null
  }
  if (
    ['operator', 'actions'].includes(room) ||
    (target.length === 5 && other !== '' && target[4] === 'index.ts')
  )
    return null
  return withoutDoor.has(`${district}/${other}`)
    ? null
    : `${district}/${other}/ is reached through its one door, ${district}/${other}/index.ts, not through ${to}`
}

/** Rooms of a district that are open to their neighbours. */
const withoutDoor = new Set(
  ['signature', 'pdf', 'rendering', 'timestamp', 'agreements', 'returned'].map((room) => `documents/${room}`),
)

const besideTheSource = (room: string, place: string): string | null =>
  besides[place]?.includes(room) ? null : `${place}/ is for tests and tools; ${room} does not import it`

function insideWeb(from: string[], target: string[], typeOnly: boolean, test: boolean): string | null {
  if (target.join('/') === 'contract/src/endpoints' && !typeOnly && !test) {
    return 'the browser takes only types from @pematang/contract/endpoints: its schemas are the whole API'
  }
  if (target[0] !== 'web' || from[1] !== 'src' || target[1] !== 'src' || test) return null
  return betweenRooms(from, target)
}

function betweenRooms(from: string[], target: string[]): string | null {
  const room = from[2] ?? ''
  const other = target[2] ?? ''
  const to = target.slice(2).join('/')
  // A feature is a folder of a district: features/<district>/<feature>.
  const feature = (parts: string[]): string => parts.slice(3, 5).join('/')
  if (room === 'features' && other === 'features' && feature(from) !== feature(target)) {
    return `features never import each other (${to})`
  }
  if (room === 'ui' && other !== 'ui') return `ui/ imports nothing of the app (${to})`
  if (room === 'console' && ['features', 'routes'].includes(other))
    return `the console shows no screen of lenders (${to})`
  return floorOf(other) > floorOf(room) ? `${room} lies below ${other} and may not import it (${to})` : null
}
