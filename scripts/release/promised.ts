import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import type { Command } from 'commander'
import { endpoints } from '../../contract/src/endpoints.ts'
import { partnerEndpoints } from '../../contract/src/partner-endpoints.ts'
import { createProgram } from '../../server/src/main/testing.ts'
import type { Terminal } from '../../server/src/operator/terminal.ts'
import { settings } from '../../server/src/platform/settings/config.ts'

/** By version, the names that it promises (docs/operating/promises.md). */
export type Promised = Record<string, string[]>

const promisedFile = 'scripts/release/promised.json'

/**
 * The names that this version promises, each with its kind: calls and the fields of their answers, settings, commands with
 * their options, and columns of files.
 * @param root where the pages of the files are; all else is of the running version
 */
export async function promisedNames(root: string): Promise<string[]> {
  const calls = Object.values({ ...endpoints, ...partnerEndpoints }).flatMap(
    ({ method, path: at, answer }) => {
      const call = `call ${method} ${at}`
      const schema = 'binary' in answer ? null : 'items' in answer ? answer.items : answer
      return [
        call,
        ...(schema ? fieldsOf(z.toJSONSchema(schema)).map((field) => `${call} answers ${field}`) : []),
      ]
    },
  )
  // No command is run.
  const commands = commandsOf(await createProgram({} as Terminal), 'command')
  const columns = globSync('docs/*-file.md', { cwd: root }).flatMap((page) =>
    [...readFileSync(path.join(root, page), 'utf8').matchAll(/^\| (?!column )(\w+) \|/gm)].map(
      ([, name]) => `column ${path.basename(page, '.md')} ${name}`,
    ),
  )
  const names = [
    ...calls,
    ...Object.keys(settings.shape).map((name) => `setting ${name}`),
    ...commands,
    ...columns,
  ]
  return [...new Set(names)].toSorted()
}

type Json = {
  properties?: Record<string, Json>
  items?: Json
  anyOf?: Json[]
  allOf?: Json[]
  oneOf?: Json[]
}

function fieldsOf(schema: unknown, before = ''): string[] {
  const { properties = {}, items, anyOf = [], allOf = [], oneOf = [] } = schema as Json
  const own = Object.entries(properties).flatMap(([name, of]) => [
    `${before}${name}`,
    ...fieldsOf(of, `${before}${name}.`),
  ])
  const inner = [...anyOf, ...allOf, ...oneOf, ...(items ? [items] : [])].flatMap((one) =>
    fieldsOf(one, before),
  )
  return [...own, ...inner]
}

const commandsOf = (command: Command, name: string): string[] =>
  command.commands.flatMap((child) => {
    const own = `${name} ${child.name()}`
    const options = child.options.flatMap(({ long }) => (long ? [`${own} ${long}`] : []))
    return child.commands.length > 0 ? commandsOf(child, own) : [own, ...options]
  })

export function readPromised(root: string): Promised {
  const file = path.join(root, promisedFile)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Promised) : {}
}

/** Notes the names that a version promises, before it is tagged. */
export async function recordPromised(root: string, version: string): Promise<void> {
  const promised = { ...readPromised(root), [version]: await promisedNames(root) }
  writeFileSync(path.join(root, promisedFile), `${JSON.stringify(promised, null, 2)}\n`)
}

/**
 * What of the released versions is gone without notice: before 1.0.0 the changelog of the version names it, afterwards only
 * a major version takes away.
 */
export function promiseFaults(
  promised: Promised,
  there: readonly string[],
  { version, changelog }: { version: string; changelog: string },
): string[] {
  const major = (of: string) => of.split('.')[0]
  const [, told = ''] = changelog.split(/^## /m)
  const names = new Set(there)
  return Object.entries(promised)
    .filter(([release]) => release !== version && major(release) === major(version))
    .flatMap(([release, theirs]) =>
      theirs
        .filter((name) => !names.has(name))
        .filter((name) => major(version) !== '0' || !told.includes(`\`${name.split(' ').at(-1)}\``))
        .map((name) => `${name} of ${release} is gone`),
    )
}
