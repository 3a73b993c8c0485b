/** Without `Dropdown.Button`, which would bring every button and spacing of antd into the first page. */
export { default as Dropdown } from 'antd/es/dropdown/dropdown'
