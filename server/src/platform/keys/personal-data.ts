import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { KeyFault, readKeyFile } from './key-file.ts'

/**
 * Marks a parameter that is encrypted before it is sent to the database, if there is a key. Results are decrypted
 * automatically.
 */
export class Sealed {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** The search key of a value: its keyed hash, or the value itself without a key. */
export class SearchKey {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/**
 * Marks a parameter for `= any(…)`: all search keys of a value, which are its hash under each key, and the plain value.
 */
export class Lookup {
  readonly texts: readonly string[]
  constructor(...texts: readonly string[]) {
    this.texts = texts
  }
}

type DataKey = { id: string; seal: Buffer; search: Buffer }

const setting = 'DATA_KEY_FILE'
const envelope = /^enc1:([\w.-]{1,40}):([A-Za-z0-9_-]{38,})$/
const ivBytes = 12
const tagBytes = 16

/**
 * Encrypts values at rest with AES-256-GCM, in an envelope that names the key: `enc1:key's id:base64url(iv, tag,
 * text)`. The last key of the file encrypts, the earlier ones still decrypt. The file is read again when it has
 * changed.
 */
export class PersonalData {
  readonly #file: string
  #keys: readonly DataKey[] = []
  #readAt = ''

  /** The file is read lazily, so that a command can create it. */
  constructor(file: string) {
    this.#file = file
  }

  get isThere(): boolean {
    return existsSync(this.#file)
  }

  /**
   * The ids of all keys, the current one last.
   * @throws KeyFault if the file cannot be used
   */
  get ids(): readonly string[] {
    return this.#fresh().map(({ id }) => id)
  }

  /** The id of the current key, with the prefixes of its envelopes and search keys. */
  get current(): { id: string; sealed: string; search: string } {
    const { id } = this.#inUse()
    return { id, sealed: `enc1:${id}:`, search: `h1:${id}:` }
  }

  seal(text: string): string {
    const { id, seal } = this.#inUse()
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', seal, iv)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return `enc1:${id}:${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`
  }

  /**
   * Decrypts an envelope; other text is returned unchanged.
   * @throws KeyFault if its key is missing or the envelope was tampered with
   */
  open(text: string): string {
    const [, id, content] = envelope.exec(text) ?? []
    if (id === undefined || content === undefined) return text
    const key = this.#keys.find((one) => one.id === id) ?? this.#fresh(true).find((one) => one.id === id)
    if (!key)
      throw new KeyFault(`${setting} does not hold the key ${id}, with which personal data is encrypted.`)
    const bytes = Buffer.from(content, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key.seal, bytes.subarray(0, ivBytes))
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    try {
      return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
    } catch (error) {
      throw new KeyFault(`What is encrypted with the key ${id} was changed, or that key is another one.`, {
        cause: error,
      })
    }
  }

  searchKey(text: string): string {
    return searchKeyOf(this.#inUse(), text)
  }

  lookup(text: string): string[] {
    return [...this.#fresh().map((key) => searchKeyOf(key, text)), text]
  }

  #inUse(): DataKey {
    const key = this.#fresh().at(-1)
    if (!key) throw new KeyFault(`${setting}: ${this.#file} holds no key.`)
    return key
  }

  #fresh(again = false): readonly DataKey[] {
    const { mtimeMs, size, ino } = statSync(this.#file, { throwIfNoEntry: false }) ?? {}
    const at = `${mtimeMs} ${size} ${ino}`
    if (at === this.#readAt && !again) return this.#keys
    this.#keys = readKeyFile(setting, this.#file, 1).map(({ fields: [id = ''], secret }) => ({
      id,
      seal: derive(secret, 'seal'),
      search: derive(secret, 'search'),
    }))
    this.#readAt = at
    return this.#keys
  }
}

const searchKeyOf = ({ id, search }: DataKey, text: string): string =>
  `h1:${id}:${createHmac('sha256', search).update(text).digest('base64url')}`

const derive = (secret: Buffer, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `pematang personal data ${use} 1`, 32))

const isPersonal = (value: unknown): boolean =>
  value instanceof Sealed || value instanceof SearchKey || value instanceof Lookup || isSealedColumn(value)

/** The values of one column of many rows: all of it is sealed or nothing. */
const isSealedColumn = (value: unknown): value is Sealed[] =>
  Array.isArray(value) && value[0] instanceof Sealed

/** The parameters of a statement as sent to the database. */
export function bindPersonal(
  values: unknown[] | undefined,
  personal: PersonalData | undefined,
): unknown[] | undefined {
  if (!values?.some(isPersonal)) return values
  return values.map((value) => {
    if (value instanceof Sealed) return personal ? personal.seal(value.text) : value.text
    if (isSealedColumn(value)) return value.map(({ text }) => (personal ? personal.seal(text) : text))
    if (value instanceof SearchKey) return personal ? personal.searchKey(value.text) : value.text
    if (value instanceof Lookup)
      return personal ? value.texts.flatMap((text) => personal.lookup(text)) : [...value.texts]
    return value
  })
}

/** Decrypts the envelopes within JSON from the database. */
export const parseJson = (text: string, personal: PersonalData): unknown =>
  text.includes('enc1:')
    ? JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? personal.open(value) : value))
    : JSON.parse(text)
