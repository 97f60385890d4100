import type { Command } from 'commander'
import { addGroup } from '../../operator/command.ts'

/** `repair`: the group of what the worker does by itself; the districts add their commands. */
export const addRepair = (program: Command): Command =>
  addGroup(
    program,
    'repair',
    'yang dilakukan worker dengan sendirinya, dilakukan sekarang: bila ia tidak berjalan, atau setelah gangguan diperbaiki',
  )
