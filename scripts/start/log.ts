import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'
import { parseRecord } from '../../server/database/index.ts'

/** The log is rotated at this size; one older file is kept. */
const MAX_BYTES = 16 * 1024 * 1024

/** The source of a log line: a `task` prints for people, a `service` prints records for the log. */
export interface Source {
  name: string
  kind: 'task' | 'service'
}

/**
 * Writes the output of every process to one file with time and name; the terminal shows only the text of the one-off
 * tasks, warnings and errors of the services, or all of it when `verbose`.
 */
export class StartLog {
  readonly file: string
  readonly #print: (line: string) => void
  readonly #verbose: boolean
  #fd: number
  #size: number

  constructor(folder: string, print: (line: string) => void, verbose: boolean) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.file = path.join(folder, 'pematang.log')
    this.#print = print
    this.#verbose = verbose
    this.#fd = openSync(this.file, 'a', 0o600)
    this.#size = fstatSync(this.#fd).size
  }

  /** A sentence of the supervisor itself: always shown and always logged. */
  say(sentence: string): void {
    this.#write('start', sentence)
    this.#print(sentence)
  }

  line(source: Source, text: string, isError: boolean): void {
    this.#write(source.name, text)
    const shown = this.#verbose ? text : forPeople(source, text, isError)
    if (shown !== null) this.#print(`${source.name.padEnd(8)}| ${shown}`)
  }

  close(): void {
    closeSync(this.#fd)
  }

  #write(name: string, text: string): void {
    const bytes = Buffer.from(`${new Date().toISOString()} ${name.padEnd(8)} ${text}\n`)
    // A full or failing disk must not end the supervisor, because it is needed to stop and to restart the others.
    try {
      if (this.#size + bytes.length > MAX_BYTES) this.#rotate()
      this.#size += writeSync(this.#fd, bytes)
    } catch {
      // The line is lost; the terminal shows it where it matters.
    }
  }

  /** Starts a new file; where that fails, the old one goes on for as much again. */
  #rotate(): void {
    this.#size = 0
    renameSync(this.file, `${this.file}.1`)
    const old = this.#fd
    this.#fd = openSync(this.file, 'a', 0o600)
    closeSync(old)
  }
}

const WARNING = 40

function forPeople(source: Source, text: string, isError: boolean): string | null {
  const record = asRecord(text)
  if (record === null) return isError || source.kind === 'task' ? text : null
  if (record.level < WARNING) return null
  return record.text
}

interface LogRecord {
  level: number
  /** The text of the line for the terminal. */
  text: string
}

/** Parses a line of a structured log (JSON with a numeric level); null for plain text. */
function asRecord(line: string): LogRecord | null {
  if (!line.startsWith('{')) return null
  try {
    const { level, msg, err } = parseRecord(line)
    if (typeof level !== 'number') return null
    const cause = typeof err === 'object' && err !== null && 'message' in err ? err.message : undefined
    const parts = [msg, cause].filter((part) => typeof part === 'string' && part !== '')
    return { level, text: parts.join(': ') }
  } catch {
    return null
  }
}
