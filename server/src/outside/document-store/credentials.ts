import { readFile } from 'node:fs/promises'
import { StoreUnavailable } from './port.ts'

export type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string }

const names = {
  aws_access_key_id: 'accessKeyId',
  aws_secret_access_key: 'secretAccessKey',
  aws_session_token: 'sessionToken',
} as const

/**
 * Reads the section `default` of a credentials file in AWS's own format. Lines before the first section count too.
 * @returns null if one of the two keys is missing
 */
export function parseCredentials(text: string): Credentials | null {
  const found: Partial<Credentials> = {}
  let section = 'default'
  for (const line of text.split(/\r?\n/)) {
    const header = /^\s*\[\s*(?:profile\s+)?([^\]\s]+)\s*\]/.exec(line)
    if (header) section = header[1] ?? ''
    const [, name = '', value = ''] = /^\s*(\w+)\s*=\s*(\S+)\s*$/.exec(line) ?? []
    if (section === 'default' && name in names) found[names[name as keyof typeof names]] = value
  }
  const { accessKeyId, secretAccessKey } = found
  return accessKeyId && secretAccessKey ? { ...found, accessKeyId, secretAccessKey } : null
}

/**
 * Reads the credentials again for each call, so that a new key needs no restart.
 * @throws StoreUnavailable if the file cannot be read or lacks a key; the message contains no key
 */
export async function readCredentials(file: string): Promise<Credentials> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw new StoreUnavailable(`the keys of the document store in ${file} cannot be read`, { cause: error })
  }
  const credentials = parseCredentials(text)
  if (credentials === null)
    throw new StoreUnavailable(
      `${file} does not contain aws_access_key_id and aws_secret_access_key of the document store`,
    )
  return credentials
}
