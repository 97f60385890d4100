import { readFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.join(import.meta.dirname, 'templates')

export type TemplateName =
  | 'etcd.env'
  | 'patroni.yml'
  | 'haproxy-database.cfg'
  | 'haproxy-web.cfg'
  | 'haproxy-web-tls.cfg'
  | 'app.env'
  | 'providers.env'
  | 'sysctl.conf'
  | 'pgbackrest-database.conf'
  | 'pgbackrest-repository.conf'
  | 'pgbackrest-restore.conf'
  | 'journal-upload.conf'
  | 'haproxy-journal.cfg'

/** Fills the values into the template of a configuration file. */
export const fillTemplate = (name: TemplateName, values: Readonly<Record<string, string>>): string =>
  fill(readFileSync(path.join(folder, name), 'utf8'), values, name)

/**
 * Replaces each `{{name}}`. A value of several lines must stand on a line of its own.
 * @throws if a value is missing or unused
 */
export function fill(text: string, values: Readonly<Record<string, string>>, name: string): string {
  for (const key of Object.keys(values)) {
    if (!text.includes(`{{${key}}}`)) throw new Error(`the template ${name} does not know ${key}`)
  }
  return text.replace(/\{\{(\w+)\}\}/g, (written, key: string) => {
    const value = values[key]
    if (value === undefined) throw new Error(`the template ${name} needs ${key}`)
    if (value.includes('\n') && !text.includes(`\n${written}\n`))
      throw new Error(`${key} of the template ${name} is a single line`)
    return value
  })
}

/** The variables of a file of lines `NAME=value`, as systemd reads it. */
export const readEnvironment = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
      return name === undefined || value === undefined ? [] : [[name, value]]
    }),
  )
