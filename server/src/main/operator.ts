import { Command } from 'commander'
import { addBooks } from '../cli/books.ts'
import { addImportLoans } from '../cli/import-loans.ts'
import { addJobs } from '../cli/jobs.ts'
import { addLenders } from '../cli/lenders.ts'
import { addOfferLoans } from '../cli/loans.ts'
import { operatorName } from '../config.ts'

/** The operator's command line, over the same verbs as the server. */
const program = new Command('operator')
  .description(
    "The operator's commands. Exit code 0: done; 1: done, but something was refused or found; 2: not done.",
  )
  .option('--json', 'answer as one line of JSON')
  .option('--operator <name>', 'who acts, for the audit trail', operatorName(process.env))
  .showHelpAfterError()

const loans = program.command('loans').description('what is lent')
addImportLoans(loans)
addOfferLoans(loans)
addLenders(program)
addBooks(program)
addJobs(program)

await program.parseAsync()
