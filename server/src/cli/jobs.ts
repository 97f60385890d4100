import type { Command } from 'commander'
import { listDeadJobs, reviveJob } from '../platform/jobs/queue.ts'
import { addGroup, addLeaf, CommandError, runCommand } from './command.ts'
import type { Terminal } from './terminal.ts'

/** `jobs dead` and `jobs retry`: what was put aside after its last try. */
export function addJobs(program: Command, terminal: Terminal): void {
  const jobs = addGroup(program, 'jobs', 'work that goes on after an answer')
  addLeaf(jobs, {
    use: 'dead',
    description: 'list the jobs that were put aside; exit 1 when there are some',
    example: 'jobs dead',
    writes: false,
  }).action((_: object, command: Command) =>
    runCommand(terminal, command, async ({ context }) => {
      const dead = await listDeadJobs(context.db)
      return {
        exit: dead.length > 0 ? 1 : 0,
        lines: dead.map(
          (job) => `${job.id} ${job.kind} ${JSON.stringify(job.payload)}: ${firstLine(job.lastError)}`,
        ),
        data: { dead },
      }
    }),
  )
  addLeaf(jobs, {
    use: 'retry <id>',
    description: 'let a job that was put aside run again',
    example: 'jobs retry 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e',
    writes: true,
  }).action((id: string, _: object, command: Command) =>
    runCommand(terminal, command, async ({ context, dryRun }) => {
      const revived = dryRun
        ? (await listDeadJobs(context.db)).some((job) => job.id === id)
        : await reviveJob(context.db, id)
      if (!revived) throw new CommandError(`No job that was put aside has the id ${id}.`)
      return { exit: 0, lines: [`${id} will run again`], data: { id } }
    }),
  )
}

const firstLine = (text: string | null): string => text?.split('\n')[0] ?? ''
