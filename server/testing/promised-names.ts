import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import * as z from 'zod'
import { endpoints } from '@pematang/contract/endpoints'
import { partnerEndpoints } from '@pematang/contract/partner-endpoints'
import { createProgram } from '../src/main/testing.ts'
import type { Terminal } from '../src/operator/terminal.ts'
import { settings } from '../src/platform/settings/config.ts'

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
