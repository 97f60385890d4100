import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { run } from '../../../deploy/cluster/run.ts'
import { quoted } from './shell.ts'

const source = path.join(import.meta.dirname, 'faulty-machine.c')

/** What the preloaded library plays; see `faulty-machine.c`. */
export type Played = {
  /** Milliseconds that each flush to the disk takes longer. */
  flushMs?: number
  /** The files of PostgreSQL whose reads, writes and flushes fail with EIO. */
  broken?: 'log' | 'tables'
  aheadSeconds?: number
}

/** A library for the product's processes that plays a bad disk and a clock that jumps. */
export class FaultyMachine {
  readonly #folder: string
  readonly #library: string
  readonly #control: string

  private constructor(folder: string) {
    this.#folder = folder
    this.#library = path.join(folder, 'faulty-machine.so')
    this.#control = path.join(folder, 'faulty-machine')
  }

  /** @throws where there is no gcc */
  static async make(folder: string): Promise<FaultyMachine> {
    const machine = new FaultyMachine(folder)
    mkdirSync(folder, { recursive: true })
    await run('gcc', ['-O2', '-shared', '-fPIC', '-o', machine.#library, source, '-ldl'])
    writeFileSync(machine.#control, '')
    machine.play({})
    // PostgreSQL runs as another user, who reads these files.
    for (const file of [machine.#library, machine.#control]) chmodSync(file, 0o644)
    return machine
  }

  /** The library of this folder that an earlier process made, and that programs have loaded. */
  static opened(folder: string): FaultyMachine {
    return new FaultyMachine(folder)
  }

  get variables(): Record<string, string> {
    return { LD_PRELOAD: this.#library, FAULTY_MACHINE: this.#control }
  }

  /** The folder of the server programs that load the library; see `programs`. */
  get programsFolder(): string {
    return path.join(this.#folder, 'programs', 'bin')
  }

  /** Changes at once what all processes with the library see. */
  play({ flushMs = 0, broken, aheadSeconds = 0 }: Played): void {
    const bytes = Buffer.alloc(16)
    bytes.writeInt32LE(flushMs, 0)
    bytes.writeInt32LE(broken === undefined ? 0 : broken === 'log' ? 1 : 2, 4)
    bytes.writeBigInt64LE(BigInt(aheadSeconds), 8)
    // Written in place: the processes have mapped this file.
    writeFileSync(this.#control, bytes, { flag: 'r+' })
  }

  /**
   * Makes a folder of server programs that load the library; the server inherits no variable of its launcher.
   * @param bin the folder of the real programs
   */
  programs(bin: string): void {
    const place = path.dirname(this.programsFolder)
    mkdirSync(path.join(place, 'bin'), { recursive: true })
    for (const beside of ['lib', 'share']) symlinkSync(path.join(bin, '..', beside), path.join(place, beside))
    const preload = Object.entries(this.variables).map(([name, value]) => `${name}=${quoted(value)}`)
    for (const [name, before] of [
      ['postgres', preload.join(' ')],
      ['initdb', ''],
    ] as const) {
      const file = path.join(place, 'bin', name)
      writeFileSync(file, `#!/bin/sh\n${before} exec ${quoted(path.join(bin, name))} "$@"\n`)
      chmodSync(file, 0o755)
    }
  }
}
