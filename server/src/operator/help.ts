import { Help, type HelpConfiguration } from 'commander'

const titles: Readonly<Record<string, string>> = {
  'Usage:': 'Cara pakai:',
  'Arguments:': 'Argumen:',
  'Options:': 'Opsi:',
  'Commands:': 'Perintah:',
}
const plain = new Help()

/** What the command parser itself writes into a term: the marks of options and commands. */
const termOf = (text: string): string =>
  text.replace('[options]', '[opsi]').replace('[command]', '[perintah]')

/** The words of the command parser in a help text, in Indonesian. */
export const helpWords: HelpConfiguration = {
  styleTitle: (title) => titles[title] ?? title,
  commandUsage: (command) => termOf(plain.commandUsage(command)),
  subcommandTerm: (command) => termOf(plain.subcommandTerm(command)),
  optionDescription: (option) =>
    plain
      .optionDescription(option)
      .replace(/\(choices: /, '(pilihan: ')
      .replace(/([(,] ?)default: /, '$1bawaan: '),
}
