import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Imports a file and what it brings of one kind, and prints the paths of all modules that were loaded. */
const script = `
import { registerHooks } from 'node:module'
const loaded = []
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
const [, folder, kind] = process.argv
const { load } = await import(folder + '/collect.ts')
const { everyDistrict } = await import(folder + '/districts.ts')
await load(everyDistrict, (district) => district[kind])
process.stdout.write(JSON.stringify(loaded))`

async function loadedFor(kind: 'routes' | 'jobs' | 'commands'): Promise<string[]> {
  const args = ['--input-type=module', '--eval', script, import.meta.dirname, kind]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e7 })
  const root = path.resolve(import.meta.dirname, '../../..')
  return (JSON.parse(stdout) as string[]).map((url) => url.replace(`file://${root}/`, ''))
}

/** The verbs of files (operator/files) belong to whoever reads a file. */
const isOfCommands = (file: string) => /\/operator\/(?!files\/)|node_modules\/commander\//.test(file)
const isOfRoutes = (file: string) => /^server\/src\/.*routes\.ts$/.test(file)
const isOfWork = (file: string) => /^server\/src\/(?!main\/operator\/).*\/(jobs|repeats)\.ts$/.test(file)

test.each([
  ['routes', isOfRoutes, [isOfCommands, isOfWork]],
  ['jobs', isOfWork, [isOfCommands, isOfRoutes]],
  ['commands', isOfCommands, [isOfRoutes, isOfWork]],
] as const)(
  'a process that needs the %s of the districts loads nothing of the others',
  async (kind, own, others) => {
    const loaded = await loadedFor(kind)
    expect(loaded.filter(own).length).toBeGreaterThan(3)
    for (const other of others) expect(loaded.filter(other)).toEqual([])
  },
)
