import DefaultTheme from 'vitepress/theme-without-fonts';
import './accessible.css';

export default DefaultTheme;
