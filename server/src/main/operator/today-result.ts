import type { Context } from '../../context.ts'
import type { CommandResult } from '../../operator/command.ts'
import { loadTodayLines } from '../today/load-lines.ts'
import { readToday } from '../today/read-today.ts'
import { wordsOf } from '../today/words.ts'

/** What `today` prints: its lines, red ones with a mark. */
export async function todayResult(context: Context): Promise<CommandResult> {
  const { day, at, red, lines } = await readToday(context, await loadTodayLines())
  return {
    exit: red > 0 ? 1 : 0,
    lines: [
      `${day}: ${red} dari ${lines.length} baris merah (!)`,
      ...lines.map(
        (line) =>
          `${line.red ? '!' : ' '} ${line.id}: ${wordsOf(line, at)}${line.see === null ? '' : `  [${line.see}]`}`,
      ),
    ],
    data: { day, at, red, lines },
  }
}
