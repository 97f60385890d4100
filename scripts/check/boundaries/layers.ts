import path from 'node:path'
import type { Import } from './source.ts'

type Edge = Pick<Import, 'specifier' | 'typeOnly'>

/** Which workspaces a workspace may import. What is missing here (scripts, e2e, bench) may import any. */
const workspaces: Record<string, readonly string[]> = {
  contract: ['contract'],
  server: ['server', 'contract'],
  sandbox: ['sandbox'],
  web: ['web', 'contract'],
}

/** The floors of the browser's program: an import goes down or stays on its floor. */
const floors: Record<string, number> = { ui: 0, styles: 0, features: 2, shell: 3, routes: 4 }
const floorOf = (room: string): number => floors[room] ?? (/^(main|routes)\.tsx$/.test(room) ? 5 : 1)

/** Parts of the server that compose the others and may reach into any of them. */
const composers = new Set(['main', 'cli', 'testing', 'context.ts'])

/** What the rooms below the slices may import of the server; platform/ knows no business word. */
const reach: Record<string, readonly string[]> = {
  platform: [],
  ledger: ['platform'],
  outside: ['platform', 'config.ts', 'context.ts'],
}
/** What any slice may import as it likes; of everything else only the door. */
const common = new Set(['platform', 'config.ts', 'context.ts', 'outside'])

export const isTest = (file: string): boolean =>
  /\.(test|bench|stress)\.tsx?$/.test(file) || /\/testing(\/|\.ts$)/.test(file)

/** Why this import is not allowed in this file (a path from the root), or null. */
export function breach(file: string, { specifier, typeOnly }: Edge): string | null {
  const from = file.split('/')
  const workspace = from[0] ?? ''
  const target = resolve(file, specifier)
  const allowed = workspaces[workspace]
  if (target === null) return outsidePackage(workspace, specifier, isTest(file))
  if (allowed && !allowed.includes(target[0] ?? '') && !(isTest(file) && target[0] === 'scripts')) {
    return `${workspace}/ may not import ${target[0]}/ (${specifier})`
  }
  if (specifier.startsWith('.') && target[0] !== workspace && allowed && !isTest(file)) {
    return `another workspace is imported by its name, not by a path (${specifier})`
  }
  if (workspace === 'server' && target[0] === 'server') return insideServer(file, from, target)
  if (workspace === 'web') return insideWeb(from, target, typeOnly, isTest(file))
  return null
}

function outsidePackage(workspace: string, specifier: string, test: boolean): string | null {
  if (workspace !== 'contract' || /^zod(\/|$)/.test(specifier)) return null
  if (test && /^(node:|vitest$|fast-check$)/.test(specifier)) return null
  return `contract/ imports zod and nothing else (${specifier})`
}

/** Where an import leads, as the parts of a path from the root; null for a package of npm or of Node. */
function resolve(file: string, specifier: string): string[] | null {
  if (specifier.startsWith('.')) {
    return path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, '')).split('/')
  }
  const own = /^@pematang\/([^/]+)(?:\/(.*))?$/.exec(specifier)
  return own ? [own[1] ?? '', 'src', ...(own[2] ?? 'index').split('/')] : null
}

function insideServer(file: string, from: string[], target: string[]): string | null {
  const room = from[2] ?? ''
  const other = target[2] ?? ''
  if (target[1] !== 'src' || from[1] !== 'src' || room === other) return null
  if (composers.has(room) || isTest(file)) return null
  const to = target.slice(2).join('/')
  if (composers.has(other) && other !== 'context.ts') {
    return `${other}/ composes the server; nothing below it imports it (${to})`
  }
  const only = reach[room]
  if (only) {
    return only.includes(other) ? null : `${room}/ imports ${only.join(', ') || 'nothing above it'} (${to})`
  }
  if (common.has(other) || target.at(-1) === 'index.ts') return null
  return `${other}/ is reached through its index.ts, not through ${to}`
}

function insideWeb(from: string[], target: string[], typeOnly: boolean, test: boolean): string | null {
  if (target.join('/') === 'contract/src/endpoints' && !typeOnly && !test) {
    return 'the browser takes only types from @pematang/contract/endpoints: its schemas are the whole API'
  }
  if (target[0] !== 'web' || from[1] !== 'src' || target[1] !== 'src' || test) return null
  const room = from[2] ?? ''
  const other = target[2] ?? ''
  const to = target.slice(2).join('/')
  if (room === 'features' && other === 'features' && from[3] !== target[3]) {
    return `features never import each other (${to})`
  }
  if (room === 'ui' && other !== 'ui') return `ui/ imports nothing of the app (${to})`
  return floorOf(other) > floorOf(room) ? `${room} lies below ${other} and may not import it (${to})` : null
}
