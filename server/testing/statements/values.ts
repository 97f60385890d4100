import type { Node } from '../../../scripts/check/boundaries/source.ts'
import type { Module } from './modules.ts'

/** A value of the program that is known without running it. */
export type Value = string | number | boolean | null | Value[] | Closure | { [key: string]: Value }

/** A function with the place that it was written in. */
export class Closure {
  readonly node: Node
  readonly at: Place
  constructor(node: Node, at: Place) {
    this.node = node
    this.at = at
  }
}
/** Where an expression stands, and what the parameters and variables around it are. */
export type Place = { module: Module; known: ReadonlyMap<string, Value> }
