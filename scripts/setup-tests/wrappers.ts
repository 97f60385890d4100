import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { TOOLS, type Tool } from './tools.ts'

/**
 * The executables in the unpacked tree. Debian's own /usr/bin/chromium is a script with absolute paths, which cannot be
 * used here.
 */
const PROGRAMS: Record<Tool, string> = {
  'chromium-headless-shell': 'usr/lib/chromium/chromium-headless-shell',
  chromium: 'usr/lib/chromium/chromium',
  pdfinfo: 'usr/bin/pdfinfo',
  pdfsig: 'usr/bin/pdfsig',
  pdftotext: 'usr/bin/pdftotext',
  pdftoppm: 'usr/bin/pdftoppm',
}

/** Writes one shell script per tool, which runs it with the libraries and fonts of the unpacked tree. */
export function writeWrappers(tree: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  const fonts = path.join(tree, 'fonts.conf')
  writeFileSync(fonts, fontsConfig(tree))
  const libraries = libraryFolders(tree).join(':')
  for (const tool of TOOLS) {
    const script = [
      '#!/bin/sh',
      `export LD_LIBRARY_PATH=${quote(libraries)}`,
      `export FONTCONFIG_FILE=${quote(fonts)}`,
      `exec ${quote(path.join(tree, PROGRAMS[tool]))} "$@"`,
      '',
    ]
    writeFileSync(path.join(folder, tool), script.join('\n'), { mode: 0o755 })
  }
}

/**
 * Writes scripts like `writeWrappers`, for programs that look for their own files beside themselves, as PostgreSQL
 * does.
 */
export function writeServerWrappers(tree: string, programs: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  const libraries = libraryFolders(tree).join(':')
  for (const name of ['initdb', 'postgres']) {
    const script = [
      '#!/bin/sh',
      `export LD_LIBRARY_PATH=${quote(libraries)}`,
      `exec ${quote(path.join(programs, name))} "$@"`,
      '',
    ]
    writeFileSync(path.join(folder, name), script.join('\n'), { mode: 0o755 })
  }
}

/**
 * The folders of the tree that contain libraries: some refer to others by an absolute path, so the loader searches all.
 */
function libraryFolders(tree: string): string[] {
  const bases = ['usr/lib', 'lib'].map((part) => path.join(tree, part)).filter((folder) => existsSync(folder))
  const levels = bases.flatMap((base) => [base, ...subfolders(base), ...subfolders(base).flatMap(subfolders)])
  return levels.filter((folder) => readdirSync(folder).some((name) => /^lib.+\.so(\.|$)/.test(name)))
}

function subfolders(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(folder, entry.name))
}

function fontsConfig(tree: string): string {
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    `  <dir>${xml(path.join(tree, 'usr/share/fonts'))}</dir>`,
    '  <dir>/usr/share/fonts</dir>',
    `  <cachedir>${xml(path.join(tree, 'font-cache'))}</cachedir>`,
    prefer('sans-serif', 'Liberation Sans'),
    prefer('serif', 'Liberation Serif'),
    prefer('monospace', 'Liberation Mono'),
    '</fontconfig>',
    '',
  ].join('\n')
}

function prefer(family: string, font: string): string {
  return `  <alias><family>${family}</family><prefer><family>${font}</family></prefer></alias>`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
