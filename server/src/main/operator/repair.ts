import type { Command } from 'commander'
import { addGroup } from '../../operator/command.ts'

/** `repair`: the group of what the worker does by itself; the districts add their commands. */
export const addRepair = (program: Command): Command =>
  addGroup(
    program,
    'repair',
    'what the worker does by itself, done now: where it is away, or after a fault was mended',
  )
