import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import os from 'node:os'

export type Machine = {
  cpu: string
  cores: number
  memoryGiB: number
  kernel: string
  fileSystem: string
  node: string
  postgres: string
  /** Load average of the minute before the run, caused by other programs. */
  loadBefore: number
}

export function describeMachine(folder: string, postgres: string): Machine {
  return {
    cpu: os.cpus()[0]?.model.trim() ?? 'unknown',
    cores: os.cpus().length,
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
    kernel: `${os.type()} ${os.release()} (${os.arch()})`,
    fileSystem: fileSystemOf(folder),
    node: process.version,
    postgres,
    loadBefore: Math.round((os.loadavg()[0] ?? 0) * 100) / 100,
  }
}

function fileSystemOf(folder: string): string {
  try {
    const line = execFileSync('df', ['-PT', folder], { encoding: 'utf8' }).trim().split('\n').at(-1) ?? ''
    const [device, type] = line.split(/\s+/)
    return `${type} on ${device}`
  } catch {
    return 'unknown'
  }
}

/** The load of the whole machine: ticks of all cores, and the busy ones among them. */
export type Ticks = { total: number; busy: number }

/** Reads the load of the machine; null where /proc does not have it. */
export function machineTicks(): Ticks | null {
  try {
    const line = readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? ''
    const parts = line.trim().split(/\s+/).slice(1, 9).map(Number)
    const total = parts.reduce((sum, part) => sum + part, 0)
    return { total, busy: total - (parts[3] ?? 0) - (parts[4] ?? 0) }
  } catch {
    return null
  }
}
