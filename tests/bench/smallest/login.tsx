import { Button, Form, Input } from 'antd'

export default function Login() {
  return (
    <Form>
      <Form.Item name="username" label="Usuario">
        <Input />
      </Form.Item>
      <Form.Item name="password" label="Contraseña">
        <Input.Password />
      </Form.Item>
      <Button htmlType="submit">Entrar</Button>
    </Form>
  )
}
