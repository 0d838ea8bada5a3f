/** The one error class of the server: a code of `contract/problems.ts`, and what there is to say about it. */
import { problems, type FieldFault, type ProblemBody, type ProblemCode } from '@contract/problems.ts'

/** What a refusal leaves behind although all else is undone: a row of the log, and what the administrators are told. */
export interface Noted {
  entity_id: string | number
  title: string
  /** What was tried, after the name of who tried it. */
  tried: string
  link?: string
}

export class Problem extends Error {
  readonly code: ProblemCode
  readonly detail: string
  readonly errors: FieldFault[] | undefined
  readonly extra: Record<string, unknown>
  readonly headers: Record<string, string>
  noted: Noted | undefined

  constructor(
    code: ProblemCode,
    options: {
      detail?: string
      errors?: FieldFault[]
      extra?: Record<string, unknown>
      headers?: Record<string, string>
    } = {},
  ) {
    super(code)
    this.code = code
    this.detail = options.detail ?? problems[code].detail
    this.errors = options.errors
    this.extra = options.extra ?? {}
    this.headers = options.headers ?? {}
  }

  /** The problem on one field: the field carries the sentence. */
  static on(
    path: string,
    code: ProblemCode,
    message: string = problems[code].detail,
    extra?: FieldFault['extra'],
  ): Problem {
    return new Problem(code, { detail: message, errors: [{ path, message, code, ...(extra && { extra }) }] })
  }

  /** This refusal is an event that somebody above will want to hear of. */
  noting(noted: Noted): this {
    this.noted = noted
    return this
  }

  get status(): number {
    return problems[this.code].status
  }

  body(instance?: string): ProblemBody {
    return {
      type: `urn:sorteo:problem:${this.code}`,
      title: problems[this.code].title,
      status: this.status,
      code: this.code,
      detail: this.detail,
      ...(instance && { instance }),
      ...(this.errors && { errors: this.errors }),
      ...this.extra,
    }
  }
}
