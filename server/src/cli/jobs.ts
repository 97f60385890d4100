import type { Command } from 'commander'
import { listDeadJobs, reviveJob } from '../platform/jobs/queue.ts'
import { CommandError, runCommand } from './command.ts'

/** `jobs dead` and `jobs retry`: what was put aside after its last try. */
export function addJobs(program: Command): void {
  const jobs = program.command('jobs').description('work that goes on after an answer')
  jobs
    .command('dead')
    .description('list the jobs that were put aside; exit 1 when there are some')
    .action((_: object, command: Command) =>
      runCommand(command, async ({ context }) => {
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
  jobs
    .command('retry')
    .description('let a job that was put aside run again')
    .argument('<id>')
    .action((id: string, _: object, command: Command) =>
      runCommand(command, async ({ context }) => {
        if (!(await reviveJob(context.db, id)))
          throw new CommandError(`No job that was put aside has the id ${id}.`)
        return { exit: 0, lines: [`${id} will run again`], data: { id } }
      }),
    )
}

const firstLine = (text: string | null): string => text?.split('\n')[0] ?? ''
