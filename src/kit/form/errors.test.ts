import { describe, expect, it } from 'vitest'
import { agencyForm } from '@contract/agencies.ts'
import { problems, type ProblemBody } from '@contract/problems.ts'
import { titleOf } from '@contract/field.ts'
import { isRequired, mapProblem, namePath, refusal } from './errors.ts'

const fields = Object.keys(agencyForm.shape)

function problem(extra: Partial<ProblemBody>): ProblemBody {
  return { type: 'about:blank', code: 'invalid', ...problems.invalid, ...extra }
}

describe('mapProblem', () => {
  it('puts each fault on its field, in the order of the answer', () => {
    const mapped = mapProblem(
      problem({
        errors: [
          { path: 'code', message: 'Ya existe' },
          { path: 'name', message: 'Mínimo 3' },
          { path: 'code', message: 'Otra' },
        ],
      }),
      fields,
    )
    expect(mapped).toEqual({
      fields: [
        { name: ['code'], errors: ['Ya existe', 'Otra'] },
        { name: ['name'], errors: ['Mínimo 3'] },
      ],
      rest: [],
    })
  })

  it('takes a fault inside a field to that field, and one of no field above the form', () => {
    const mapped = mapProblem(
      problem({
        errors: [
          { path: 'currencies.0', message: 'Moneda no válida' },
          { path: 'nada', message: 'Suelta' },
        ],
      }),
      fields,
    )
    expect(mapped).toEqual({ fields: [{ name: ['currencies'], errors: ['Moneda no válida'] }], rest: ['Suelta'] })
  })

  it('says the detail when nothing is said about fields', () => {
    expect(mapProblem(problem({ code: 'office_inactive', detail: 'El registro está inactivo.' }), fields)).toEqual({
      fields: [],
      rest: ['El registro está inactivo.'],
    })
  })

  it('splits paths into names that antd knows', () => {
    expect(namePath('limits.0.min_stake')).toEqual(['limits', 0, 'min_stake'])
  })
})

describe('rules from the contract', () => {
  it('asks for what is missing and judges what is there, in the contract’s words', () => {
    expect(refusal(agencyForm.shape.name, '')).toBe('Escriba el nombre')
    expect(refusal(agencyForm.shape.name, 'ab')).toBe('Mínimo 3 caracteres')
    expect(refusal(agencyForm.shape.father_id, undefined)).toBe('Elija el padre')
    expect(refusal(agencyForm.shape.currencies, [])).toBe('Elija al menos una moneda')
    expect(refusal(agencyForm.shape.document, 'x')).toBe('Documento no válido, por ejemplo J-12345678-9')
  })

  it('lets optional fields be empty however a control says it', () => {
    for (const empty of ['', null, undefined]) expect(refusal(agencyForm.shape.email, empty)).toBeNull()
  })

  it('knows required fields and titles through defaults', () => {
    expect(fields.filter((field) => isRequired(agencyForm.shape[field as keyof typeof agencyForm.shape]))).toEqual([
      'name',
      'code',
      'father_id',
      'currencies',
      'state_id',
      'municipality_id',
    ])
    expect(titleOf(agencyForm.shape.document)).toBe('Documento')
    expect(titleOf(agencyForm.shape.status)).toBe('Estado')
  })
})
