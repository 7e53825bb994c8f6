//! Programs and buffers of the graphics card. A call that a lost context refuses does nothing.
use crate::web::spatial::tessellate::Surface;
use wasm_bindgen::JsError;
use web_sys::{
    WebGl2RenderingContext as Gl, WebGlBuffer, WebGlProgram, WebGlShader, WebGlUniformLocation, WebGlVertexArrayObject,
};

/// A program with the places of its settings, by name.
pub struct Program {
    program: WebGlProgram,
    places: Vec<(&'static str, Option<WebGlUniformLocation>)>,
}

impl Program {
    /// Compiles a program and finds its settings.
    pub fn new(gl: &Gl, vertex: &str, fragment: &str, settings: &[&'static str]) -> Result<Self, JsError> {
        let program = gl.create_program().ok_or_else(|| JsError::new("no program for the graphics card"))?;
        for (kind, source) in [(Gl::VERTEX_SHADER, vertex), (Gl::FRAGMENT_SHADER, fragment)] {
            gl.attach_shader(&program, &shader(gl, kind, source)?);
        }
        gl.link_program(&program);
        if !gl.get_program_parameter(&program, Gl::LINK_STATUS).is_truthy() && !gl.is_context_lost() {
            return Err(JsError::new(&gl.get_program_info_log(&program).unwrap_or_default()));
        }
        let places = settings.iter().map(|name| (*name, gl.get_uniform_location(&program, name))).collect();
        Ok(Self { program, places })
    }

    /// What is drawn next is drawn by this program.
    pub fn run(&self, gl: &Gl) {
        gl.use_program(Some(&self.program));
    }

    /// Sets a setting of one to four numbers, or a matrix of sixteen.
    pub fn set(&self, gl: &Gl, name: &str, value: &[f32]) {
        let place = self.places.iter().find(|(known, _)| *known == name).and_then(|(_, place)| place.as_ref());
        match value.len() {
            1 => gl.uniform1fv_with_f32_array(place, value),
            2 => gl.uniform2fv_with_f32_array(place, value),
            3 => gl.uniform3fv_with_f32_array(place, value),
            4 => gl.uniform4fv_with_f32_array(place, value),
            _ => gl.uniform_matrix4fv_with_f32_array(place, false, value),
        }
    }
}

impl Program {
    /// Tells at which unit a picture is found.
    pub fn sampler(&self, gl: &Gl, name: &str, unit: i32) {
        let place = self.places.iter().find(|(known, _)| *known == name).and_then(|(_, place)| place.as_ref());
        gl.uniform1i(place, unit);
    }
}

fn shader(gl: &Gl, kind: u32, source: &str) -> Result<WebGlShader, JsError> {
    let shader = gl.create_shader(kind).ok_or_else(|| JsError::new("no program for the graphics card"))?;
    gl.shader_source(&shader, source);
    gl.compile_shader(&shader);
    if !gl.get_shader_parameter(&shader, Gl::COMPILE_STATUS).is_truthy() && !gl.is_context_lost() {
        return Err(JsError::new(&gl.get_shader_info_log(&shader).unwrap_or_default()));
    }
    Ok(shader)
}

/// A shape on the graphics card, with room for what differs from one instance of it to the next.
pub struct Shape {
    array: Option<WebGlVertexArrayObject>,
    instances: Option<WebGlBuffer>,
    /// Indices, or vertices of a strip if there are none.
    count: i32,
    indexed: bool,
    /// Numbers of an instance.
    stride: usize,
    /// Instances that are there now.
    filled: i32,
}

impl Shape {
    /// A surface whose instances have a place and a colour.
    pub fn surface(gl: &Gl, surface: &Surface) -> Self {
        let array = gl.create_vertex_array();
        gl.bind_vertex_array(array.as_ref());
        buffer(gl, Gl::ARRAY_BUFFER, &bytes(surface.vertices.as_flattened()));
        for (place, offset) in [(0, 0), (1, 12)] {
            gl.enable_vertex_attrib_array(place);
            gl.vertex_attrib_pointer_with_i32(place, 3, Gl::FLOAT, false, 24, offset);
        }
        let indices: Vec<u8> = surface.triangles.iter().flatten().flat_map(|v| v.to_le_bytes()).collect();
        buffer(gl, Gl::ELEMENT_ARRAY_BUFFER, &indices);
        let count = 3 * surface.triangles.len() as i32;
        let instances = per_instance(gl, &[(2, 4), (3, 4), (4, 4), (5, 4)]);
        gl.bind_vertex_array(None);
        Self { array, instances, count, indexed: true, stride: 16, filled: 0 }
    }

    /// Lines of any width.
    pub fn lines(gl: &Gl) -> Self {
        let array = gl.create_vertex_array();
        gl.bind_vertex_array(array.as_ref());
        let instances = per_instance(gl, &[(0, 3), (1, 3), (2, 4), (3, 1)]);
        gl.bind_vertex_array(None);
        Self { array, instances, count: 4, indexed: false, stride: 11, filled: 0 }
    }

    /// Takes instances: the numbers of one after the other.
    pub fn fill(&mut self, gl: &Gl, numbers: &[f32]) {
        self.filled = (numbers.len() / self.stride) as i32;
        if self.filled > 0 {
            gl.bind_buffer(Gl::ARRAY_BUFFER, self.instances.as_ref());
            gl.buffer_data_with_u8_array(Gl::ARRAY_BUFFER, &bytes(numbers), Gl::DYNAMIC_DRAW);
        }
    }

    /// Draws all instances.
    pub fn draw(&self, gl: &Gl) {
        if self.filled == 0 {
            return;
        }
        gl.bind_vertex_array(self.array.as_ref());
        if self.indexed {
            gl.draw_elements_instanced_with_i32(Gl::TRIANGLES, self.count, Gl::UNSIGNED_INT, 0, self.filled);
        } else {
            gl.draw_arrays_instanced(Gl::TRIANGLE_STRIP, 0, self.count, self.filled);
        }
        gl.bind_vertex_array(None);
    }

    /// Frees what it holds but for the buffers that the array keeps alive.
    pub fn forget(&self, gl: &Gl) {
        gl.delete_vertex_array(self.array.as_ref());
        gl.delete_buffer(self.instances.as_ref());
    }
}

/// A buffer that is advanced once an instance: places and numbers of its parts, one after the other.
fn per_instance(gl: &Gl, parts: &[(u32, i32)]) -> Option<WebGlBuffer> {
    let instances = gl.create_buffer();
    gl.bind_buffer(Gl::ARRAY_BUFFER, instances.as_ref());
    let (stride, mut offset) = (4 * parts.iter().map(|(_, size)| size).sum::<i32>(), 0);
    for &(place, size) in parts {
        gl.enable_vertex_attrib_array(place);
        gl.vertex_attrib_pointer_with_i32(place, size, Gl::FLOAT, false, stride, offset);
        gl.vertex_attrib_divisor(place, 1);
        offset += 4 * size;
    }
    instances
}

fn buffer(gl: &Gl, target: u32, content: &[u8]) {
    let buffer = gl.create_buffer();
    gl.bind_buffer(target, buffer.as_ref());
    gl.buffer_data_with_u8_array(target, content, Gl::STATIC_DRAW);
}

/// Numbers as the graphics card reads them.
fn bytes(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
}
